import { assign, enqueueActions, setup } from 'xstate';
import {
  CONCURRENT_CONNECTS,
  POOL_HEALTH_CHECK_MS,
  POOL_MAX_CONNECTIONS,
  POOL_MONITOR_MS,
  POOL_RECONNECT_DELAY_MS,
  RELAY_CONNECT_STAGGER_MS,
  SUBSCRIPTION_RESTART_MS,
} from '#domain/limits.ts';
import { readsFrom, type RelayDefaults, type RelayEntry, type RelayPermission } from '#domain/relay-set.ts';
import { callbackSlot } from '#machines/slots.ts';
import { relayConnectionMachine, type ConnectionReport, type ConnectionState } from './relay-connection.machine.ts';
import { subscriptionMachine, type SubscriptionInput, type SubscriptionReport } from './subscription.machine.ts';

/** What the slot `connectivity` tells: the device came online, or its page came to the front. */
export type ConnectivityFact = { type: 'network.back' };

export type RelayDirectoryEvent =
  | ConnectivityFact
  | ConnectionReport
  | SubscriptionReport
  | ({ type: 'subscription.open' } & SubscriptionInput)
  | { type: 'subscription.close'; id: string }
  /** somebody needs a connection to these relays, until the release */
  | { type: 'relays.want'; id: string; relays: readonly string[] }
  | { type: 'relays.release'; id: string }
  | { type: 'relay.add'; entry: RelayEntry }
  | { type: 'relay.remove'; url: string }
  | { type: 'relay.permit'; url: string; permission: RelayPermission }
  /** connect now, whatever was given up before */
  | { type: 'relay.retry'; url: string }
  /** back to the relays of the start */
  | { type: 'relays.restore' }
  /** clear the counters and errors of all connections */
  | { type: 'relays.reset' }
  /** close stale connections */
  | { type: 'relays.clean' }
  | { type: 'relays.destroy' }
  | { type: `xstate.error.actor.${string}`; actorId: string; error: unknown };

type Urls = readonly string[];
type Context = {
  defaults: RelayDefaults;
  entries: readonly RelayEntry[];
  /** every relay that has a connection actor */
  connections: Readonly<Record<string, ConnectionState>>;
  /** relays whose connect is due, in order */
  queue: Urls;
  /** what each open subscription asks of whom */
  subscriptions: Readonly<Record<string, SubscriptionInput>>;
  /** relays that somebody needs besides */
  wanted: Readonly<Record<string, Urls>>;
};

export const tooManyText = `Maximum connections (${POOL_MAX_CONNECTIONS}) reached`;

const readUrls = ({ entries }: Context): Urls =>
  entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => url);

const urlsIn = ({ connections }: Context, ...states: ConnectionState[]): Urls =>
  Object.keys(connections).filter((url) => states.includes(connections[url]!));

const isWanted = ({ entries, defaults, subscriptions, wanted }: Context, url: string) =>
  entries.some((entry) => entry.url === url) ||
  defaults.profile.includes(url) ||
  Object.values(subscriptions).some(({ relays }) => relays.includes(url)) ||
  Object.values(wanted).some((urls) => urls.includes(url));

const unwantedUrls = (context: Context): Urls =>
  Object.keys(context.connections).filter((url) => !isWanted(context, url));

const idle = ({ connections }: Context, urls: Urls): Urls =>
  urls.filter((url) => (connections[url] ?? 'not connected') === 'not connected');

/** Read relays that are off, and whatever was given up. */
const revivable = (context: Context): Urls => [...idle(context, readUrls(context)), ...urlsIn(context, 'given up')];

const failedChild = ({ event }: { event: { actorId: string } }) => ({ id: event.actorId });

const without = <T>(record: Readonly<Record<string, T>>, keys: Urls): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

const leftWithout = ({ connections, queue }: Context, urls: Urls) => ({
  connections: without(connections, urls),
  queue: queue.filter((url) => !urls.includes(url)),
});

/** Who gets a connection actor, who goes into the queue, and who must leave for that. */
const planCalls = (context: Context, urls: Urls) => {
  const known = Object.keys(context.connections);
  const fresh = [...new Set(urls)].filter((url) => !known.includes(url));
  const overdrawn = known.length + fresh.length - POOL_MAX_CONNECTIONS;
  const leaving = known.filter((url) => !isWanted(context, url)).slice(0, Math.max(0, overdrawn));
  const refused = fresh.slice(Math.max(0, POOL_MAX_CONNECTIONS - known.length + leaving.length));
  const starting = fresh.filter((url) => !refused.includes(url));
  const startable = new Set([...starting, ...urlsIn(context, 'not connected', 'waiting', 'given up')]);
  const called = [...new Set(urls)].filter((url) => startable.has(url) && !context.queue.includes(url));
  return { leaving, refused, starting, called };
};

/** The set of relays in use with their permissions; owner of all connections and subscriptions. */
export const relayDirectoryMachine = setup({
  types: {} as { context: Context; events: RelayDirectoryEvent; input: RelayDefaults },
  actors: {
    'relay-connection': relayConnectionMachine,
    subscription: subscriptionMachine,
    connectivity: callbackSlot('connectivity'),
  },
  guards: {
    'no read relay is connected': ({ context }) =>
      !readUrls(context).some((url) => context.connections[url] === 'connected'),
    'may connect next': ({ context }) =>
      context.queue.length > 0 && urlsIn(context, 'connecting').length < CONCURRENT_CONNECTS,
    'is subscription': ({ context }, { id }: { id: string }) => id in context.subscriptions,
    'is connection': ({ context }, { id }: { id: string }) => id in context.connections,
    'is known': ({ context }, { url }: { url: string }) => url in context.connections,
    'is wanted': ({ context }, { url }: { url: string }) => isWanted(context, url),
    'reads from': (_, { permission }: { permission: RelayPermission }) => readsFrom(permission),
  },
  actions: {
    'call relays': enqueueActions(({ context, enqueue }, { urls }: { urls: Urls }) => {
      const { leaving, refused, starting, called } = planCalls(context, urls);
      for (const url of leaving) enqueue.stopChild(url);
      for (const url of starting) enqueue.spawnChild('relay-connection', { id: url, input: { url } });
      const { connections, queue } = leftWithout(context, leaving);
      enqueue.assign({
        connections: { ...connections, ...Object.fromEntries(starting.map((url) => [url, 'not connected' as const])) },
        queue: [...queue, ...called],
      });
      for (const relay of refused)
        for (const { id, relays } of Object.values(context.subscriptions))
          if (relays.includes(relay)) enqueue.sendTo(id, { type: 'relay.unreachable', relay, reason: tooManyText });
    }),
    'tell unreachable': enqueueActions(({ context, enqueue }, { urls }: { urls: Urls }) => {
      const unreachable = urlsIn(context, 'waiting', 'given up').filter((url) => urls.includes(url));
      for (const relay of unreachable)
        for (const { id, relays } of Object.values(context.subscriptions))
          if (relays.includes(relay)) enqueue.sendTo(id, { type: 'relay.unreachable', relay, reason: 'no connection' });
    }),
    'connect next': enqueueActions(({ context, enqueue }) => {
      const [url, ...queue] = context.queue;
      if (url === undefined) return;
      enqueue.assign({ queue, connections: { ...context.connections, [url]: 'connecting' } });
      enqueue.sendTo(url, { type: 'relay.connect' });
    }),
    'note state': assign({
      connections: ({ context }, { url, state }: { url: string; state: ConnectionState }) => ({
        ...context.connections,
        [url]: state,
      }),
    }),
    'stop connections': enqueueActions(({ context, enqueue }, { urls }: { urls: Urls }) => {
      for (const url of urls) {
        if (!(url in context.connections)) continue;
        enqueue.sendTo(url, { type: 'relay.destroy' });
        enqueue.stopChild(url);
      }
      enqueue.assign(leftWithout(context, urls));
    }),
    'forget connection': enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      enqueue.stopChild(id);
      enqueue.assign(leftWithout(context, [id]));
    }),
    'tell connections': enqueueActions(
      ({ enqueue }, { urls, type }: { urls: Urls; type: 'network.back' | 'relay.reset' | 'relay.check' }) => {
        for (const url of urls) enqueue.sendTo(url, { type });
      },
    ),
    disconnect: enqueueActions(({ context, enqueue }, { url }: { url: string }) => {
      enqueue.assign({ queue: context.queue.filter((queued) => queued !== url) });
      if (url in context.connections) enqueue.sendTo(url, { type: 'relay.disconnect' });
    }),
    'retry later': enqueueActions(({ enqueue }, { id: url }: { id: string }) => {
      enqueue.raise({ type: 'relay.retry', url }, { delay: 'reconnectDelay', id: `retry ${url}` });
    }),
    'keep entry': assign({
      entries: ({ context }, entry: RelayEntry) =>
        context.entries.some(({ url }) => url === entry.url) ? context.entries : [...context.entries, entry],
    }),
    'change permission': assign({
      entries: ({ context }, { url, permission }: RelayEntry) =>
        context.entries.map((entry) => (entry.url === url ? { url, permission } : entry)),
    }),
    'drop entry': assign({
      entries: ({ context }, { url }: { url: string }) => context.entries.filter((entry) => entry.url !== url),
    }),
    'restore entries': assign({ entries: ({ context }) => context.defaults.entries }),
    /** live subscriptions that follow the read relays: to be done after each change of the set */
    'move followers': enqueueActions(({ context, enqueue }) => {
      const relays = readUrls(context);
      const followers = Object.values(context.subscriptions).filter(({ follows }) => follows);
      const moved = followers.map((input) => [input.id, { ...input, relays }] as const);
      enqueue.assign({ subscriptions: { ...context.subscriptions, ...Object.fromEntries(moved) } });
      for (const [id] of moved) enqueue.sendTo(id, { type: 'subscription.move', relays });
    }),
    'want relays': assign({
      wanted: ({ context }, { id, relays }: { id: string; relays: Urls }) => ({ ...context.wanted, [id]: relays }),
    }),
    'release relays': assign({
      wanted: ({ context }, { id }: { id: string }) => without(context.wanted, [id]),
    }),
    'start subscription': enqueueActions(({ context, enqueue }, input: SubscriptionInput) => {
      if (input.id in context.subscriptions) return;
      enqueue.spawnChild('subscription', { id: input.id, input });
      enqueue.assign({ subscriptions: { ...context.subscriptions, [input.id]: input } });
    }),
    'close subscription': enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      enqueue.cancel(`restart ${id}`);
      if (id in context.subscriptions) enqueue.sendTo(id, { type: 'subscription.close' });
    }),
    'forget subscription': enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      enqueue.stopChild(id);
      enqueue.assign({ subscriptions: without(context.subscriptions, [id]) });
    }),
    'restart subscription later': enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const input = context.subscriptions[id];
      if (!input) return;
      enqueue.raise({ type: 'subscription.open', ...input }, { delay: 'restartDelay', id: `restart ${id}` });
    }),
  },
  delays: {
    stagger: RELAY_CONNECT_STAGGER_MS,
    healthCheck: POOL_HEALTH_CHECK_MS,
    monitor: POOL_MONITOR_MS,
    reconnectDelay: POOL_RECONNECT_DELAY_MS,
    restartDelay: SUBSCRIPTION_RESTART_MS,
  },
}).createMachine({
  id: 'relay-directory',
  context: ({ input }) => ({
    defaults: input,
    entries: input.entries,
    connections: {},
    queue: [],
    subscriptions: {},
    wanted: {},
  }),
  initial: 'working',
  on: {
    'xstate.error.actor.*': [
      {
        guard: { type: 'is subscription', params: failedChild },
        actions: [
          { type: 'restart subscription later', params: failedChild },
          { type: 'forget subscription', params: failedChild },
        ],
      },
      {
        guard: { type: 'is connection', params: failedChild },
        actions: [
          { type: 'forget connection', params: failedChild },
          { type: 'retry later', params: failedChild },
        ],
      },
    ],
  },
  states: {
    working: {
      type: 'parallel',
      entry: { type: 'call relays', params: ({ context }) => ({ urls: readUrls(context) }) },
      on: {
        'connection.changed': {
          guard: { type: 'is known', params: ({ event }) => event },
          actions: [
            { type: 'note state', params: ({ event }) => event },
            { type: 'tell unreachable', params: ({ event }) => ({ urls: [event.url] }) },
          ],
        },
        'connection.due': {
          guard: { type: 'is known', params: ({ event }) => event },
          actions: { type: 'call relays', params: ({ event }) => ({ urls: [event.url] }) },
        },
        'network.back': {
          actions: [
            {
              type: 'tell connections',
              params: ({ context }) => ({ urls: Object.keys(context.connections), type: 'network.back' }),
            },
            {
              type: 'call relays',
              params: ({ context }) => ({ urls: revivable(context) }),
            },
          ],
        },
        'subscription.open': {
          actions: [
            { type: 'start subscription', params: ({ event }) => event },
            { type: 'call relays', params: ({ context, event }) => ({ urls: idle(context, event.relays) }) },
            { type: 'tell unreachable', params: ({ event }) => ({ urls: event.relays }) },
          ],
        },
        'relays.want': {
          actions: [
            { type: 'want relays', params: ({ event }) => event },
            { type: 'call relays', params: ({ event }) => ({ urls: event.relays }) },
          ],
        },
        'relays.release': { actions: { type: 'release relays', params: ({ event }) => event } },
        'subscription.close': { actions: { type: 'close subscription', params: ({ event }) => event } },
        'subscription.ended': { actions: { type: 'forget subscription', params: ({ event }) => event } },
        'relay.add': {
          actions: [
            { type: 'keep entry', params: ({ event }) => event.entry },
            'move followers',
            { type: 'call relays', params: ({ context }) => ({ urls: revivable(context) }) },
          ],
        },
        'relay.remove': {
          actions: [
            { type: 'drop entry', params: ({ event }) => event },
            'move followers',
            { type: 'stop connections', params: ({ event }) => ({ urls: [event.url] }) },
          ],
        },
        'relay.permit': [
          {
            guard: { type: 'reads from', params: ({ event }) => event },
            actions: [
              { type: 'change permission', params: ({ event }) => event },
              'move followers',
              { type: 'call relays', params: ({ context }) => ({ urls: revivable(context) }) },
            ],
          },
          {
            actions: [
              { type: 'change permission', params: ({ event }) => event },
              'move followers',
              { type: 'disconnect', params: ({ event }) => event },
            ],
          },
        ],
        'relay.retry': {
          guard: { type: 'is wanted', params: ({ event }) => event },
          actions: { type: 'call relays', params: ({ event }) => ({ urls: [event.url] }) },
        },
        'relays.restore': {
          actions: [
            'restore entries',
            'move followers',
            { type: 'stop connections', params: ({ context }) => ({ urls: unwantedUrls(context) }) },
            { type: 'call relays', params: ({ context }) => ({ urls: revivable(context) }) },
          ],
        },
        'relays.reset': {
          actions: {
            type: 'tell connections',
            params: ({ context }) => ({ urls: Object.keys(context.connections), type: 'relay.reset' }),
          },
        },
        'relays.clean': {
          actions: {
            type: 'tell connections',
            params: ({ context }) => ({ urls: urlsIn(context, 'connected'), type: 'relay.check' }),
          },
        },
        'relays.destroy': {
          target: 'destroyed',
          actions: { type: 'stop connections', params: ({ context }) => ({ urls: Object.keys(context.connections) }) },
        },
      },
      states: {
        connects: {
          initial: 'ready',
          states: {
            ready: { always: { guard: 'may connect next', target: 'pausing', actions: 'connect next' } },
            pausing: { after: { stagger: 'ready' } },
          },
        },
        network: {
          initial: 'watched',
          states: {
            watched: { invoke: { id: 'connectivity', src: 'connectivity', onError: 'unwatched' } },
            unwatched: { description: 'Only the health check finds out that relays can be reached again.' },
          },
        },
        'health check': {
          initial: 'pausing',
          states: {
            pausing: {
              after: {
                healthCheck: [
                  {
                    guard: 'no read relay is connected',
                    target: 'pausing',
                    reenter: true,
                    actions: [
                      {
                        type: 'tell connections',
                        params: ({ context }) => ({
                          urls: readUrls(context).filter((url) => url in context.connections),
                          type: 'relay.reset',
                        }),
                      },
                      {
                        type: 'call relays',
                        params: ({ context }) => ({ urls: [...readUrls(context), ...urlsIn(context, 'given up')] }),
                      },
                    ],
                  },
                  {
                    target: 'pausing',
                    reenter: true,
                    actions: {
                      type: 'call relays',
                      params: ({ context }) => ({ urls: urlsIn(context, 'given up') }),
                    },
                  },
                ],
              },
            },
          },
        },
        monitor: {
          initial: 'pausing',
          states: {
            pausing: {
              after: {
                monitor: {
                  target: 'pausing',
                  reenter: true,
                  actions: { type: 'stop connections', params: ({ context }) => ({ urls: unwantedUrls(context) }) },
                },
              },
            },
          },
        },
      },
    },
    destroyed: { type: 'final' },
  },
});
