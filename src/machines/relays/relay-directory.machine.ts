import { assign, enqueueActions, raise, setup } from 'xstate';
import {
  CONCURRENT_CONNECT_TIMEOUT_MS,
  CONCURRENT_CONNECTS,
  POOL_HEALTH_CHECK_MS,
  POOL_MONITOR_MS,
  POOL_RECONNECT_DELAY_MS,
  RELAY_CONNECT_STAGGER_MS,
  SUBSCRIPTION_RESTART_MS,
} from '#domain/relays/relays-limits.ts';
import { readsFrom } from '#domain/relays/relay-permission.ts';
import { entriesAfter, type RelayEntry, type SetChange } from '#domain/relays/relay-set.ts';
import { callbackSlot } from '#machines/slots.ts';
import {
  askedBy,
  idle,
  isDue,
  isWanted,
  leftWithout,
  planCalls,
  planSet,
  readUrls,
  revivable,
  unwantedUrls,
  urlsIn,
  without,
  type DirectoryContext,
  type DirectoryInput,
  type Urls,
} from './directory-plan.ts';
import type { ConnectionState } from './connection-lights.ts';
import {
  relayConnectionMachine,
  type ConnectionReport,
  type RelayConnectionEvent,
} from './relay-connection.machine.ts';
import { subscriptionMachine, type SubscriptionInput, type SubscriptionReport } from './subscription.machine.ts';

/** What the slot `connectivity` tells: the device came online or its page came to the front; the page ends. */
export type ConnectivityFact = { type: 'network.back' } | { type: 'relays.destroy' };

export type RelayDirectoryEvent =
  | ConnectivityFact
  | ConnectionReport
  | SubscriptionReport
  | ({ type: 'subscription.open' } & SubscriptionInput)
  | { type: 'subscription.close'; id: string }
  /** somebody needs a connection to these relays, until the release */
  | { type: 'relays.want'; id: string; relays: readonly string[] }
  | { type: 'relays.release'; id: string }
  | SetChange
  /** connect now, whatever was given up before */
  | { type: 'relay.retry'; url: string }
  /** a connect gave no sign in its time */
  | { type: 'relay.overdue'; url: string }
  /** these are the set now: a stored or fetched one, or one that was changed */
  | ({ type: 'relays.adopt' } & SetOrder)
  /** clear the counters and errors of all connections, and try again what failed */
  | { type: 'relays.reset' }
  /** close stale connections */
  | { type: 'relays.clean' }
  | { type: `xstate.error.actor.${string}`; actorId: string; error: unknown };

/** `removed`: what the user took out by it. */
type SetOrder = { entries: readonly RelayEntry[]; removed?: string | undefined };

const failedChild = ({ event }: { event: { actorId: string } }) => ({ id: event.actorId });

/** The set of relays in use with their permissions; owner of all connections and subscriptions. */
export const relayDirectoryMachine = setup({
  types: {} as { context: DirectoryContext; events: RelayDirectoryEvent; input: DirectoryInput },
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
    'is due': ({ context }, { url }: { url: string }) => isDue(context, url),
    'is wanted': ({ context }, { url }: { url: string }) => isWanted(context, url),
    'is connecting': ({ context }, { url }: { url: string }) => context.connections[url] === 'connecting',
  },
  actions: {
    'call relays': enqueueActions(({ context, enqueue, self }, { urls, asked }: { urls: Urls; asked?: boolean }) => {
      const { leaving, refused, starting, called } = planCalls(context, urls, asked);
      for (const url of leaving) enqueue.stopChild(url);
      for (const url of starting) enqueue.spawnChild('relay-connection', { id: url, input: { url, parent: self } });
      const { connections, queue } = leftWithout(context, leaving);
      enqueue.assign({
        connections: { ...connections, ...Object.fromEntries(starting.map((url) => [url, 'not connected' as const])) },
        queue: [...queue, ...called],
      });
      for (const [id, relay] of askedBy(context, refused))
        enqueue.sendTo(id, { type: 'relay.unreachable', relay, reason: 'no room' });
    }),
    'tell unreachable': enqueueActions(({ context, enqueue }, { urls }: { urls: Urls }) => {
      const unreachable = urlsIn(context, 'waiting', 'resting', 'given up').filter((url) => urls.includes(url));
      for (const [id, relay] of askedBy(context, unreachable))
        enqueue.sendTo(id, { type: 'relay.unreachable', relay, reason: 'no connection' });
    }),
    'connect next': enqueueActions(({ context, enqueue }) => {
      const [url, ...queue] = context.queue;
      if (url === undefined) return;
      enqueue.assign({ queue, connections: { ...context.connections, [url]: 'connecting' } });
      enqueue.sendTo(url, { type: 'relay.connect' });
      enqueue.cancel(`connect ${url}`);
      enqueue.raise({ type: 'relay.overdue', url }, { delay: 'connectLimit', id: `connect ${url}` });
    }),
    'note state': enqueueActions(({ context, enqueue }, { url, state }: { url: string; state: ConnectionState }) => {
      if (!(url in context.connections)) return;
      enqueue.assign({
        connections: { ...context.connections, [url]: state },
        // one that recovered by itself is not called any more
        queue: context.queue.filter((queued) => queued !== url || state !== 'connected'),
      });
      if (state !== 'connecting') enqueue.cancel(`connect ${url}`);
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
      ({ context, enqueue }, { urls, command }: { urls: Urls; command: RelayConnectionEvent }) => {
        for (const url of urls) if (url in context.connections) enqueue.sendTo(url, command);
      },
    ),
    'wake connections': enqueueActions(({ context, enqueue }) => {
      Object.keys(context.connections).forEach((url, at) =>
        enqueue.sendTo(url, { type: 'network.back' }, { delay: at * RELAY_CONNECT_STAGGER_MS }),
      );
    }),
    'retry later': enqueueActions(({ enqueue }, { id: url }: { id: string }) => {
      enqueue.raise({ type: 'relay.retry', url }, { delay: 'reconnectDelay', id: `retry ${url}` });
    }),
    'change set': enqueueActions(({ context, enqueue }, change: SetChange) => {
      const removed = change.type === 'relay.remove' ? change.url : undefined;
      enqueue.raise({ type: 'relays.adopt', entries: entriesAfter(context, change), removed });
    }),
    'set entries': enqueueActions(({ context, enqueue }, { entries, removed }: SetOrder) => {
      const { relays, moved, muted } = planSet(context, entries);
      const queue = context.queue.filter((url) => !muted.includes(url));
      enqueue.assign({ entries, removed, queue, subscriptions: { ...context.subscriptions, ...moved } });
      for (const id of Object.keys(moved)) enqueue.sendTo(id, { type: 'subscription.move', relays });
      for (const url of muted) if (url in context.connections) enqueue.sendTo(url, { type: 'relay.disconnect' });
    }),
    hurry: enqueueActions(({ enqueue }, { url, permission }: RelayEntry) => {
      if (readsFrom(permission)) enqueue.raise({ type: 'relay.retry', url });
    }),
    'want relays': assign({
      wanted: ({ context }, { id, relays }: { id: string; relays: Urls }) => ({ ...context.wanted, [id]: relays }),
    }),
    'release relays': assign({
      wanted: ({ context }, { id }: { id: string }) => without(context.wanted, [id]),
    }),
    'start subscription': enqueueActions(({ context, enqueue, self }, input: SubscriptionInput) => {
      if (input.id in context.subscriptions) return;
      enqueue.spawnChild('subscription', { id: input.id, input: { ...input, parent: self } });
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
    connectLimit: CONCURRENT_CONNECT_TIMEOUT_MS,
  },
}).createMachine({
  id: 'relay-directory',
  context: ({ input }) => ({
    defaults: input,
    entries: input.saved ?? input.entries,
    removed: undefined,
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
          actions: [
            { type: 'note state', params: ({ event }) => event },
            { type: 'tell unreachable', params: ({ event }) => ({ urls: [event.url] }) },
          ],
        },
        'connection.due': {
          guard: { type: 'is due', params: ({ event }) => event },
          actions: { type: 'call relays', params: ({ event }) => ({ urls: [event.url] }) },
        },
        'network.back': {
          actions: [
            'wake connections',
            { type: 'call relays', params: ({ context }) => ({ urls: revivable(context) }) },
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
            { type: 'change set', params: ({ event }) => event },
            { type: 'hurry', params: ({ event }) => event.entry },
          ],
        },
        'relay.remove': {
          actions: [
            { type: 'stop connections', params: ({ event }) => ({ urls: [event.url] }) },
            { type: 'change set', params: ({ event }) => event },
          ],
        },
        'relay.permit': {
          actions: [
            { type: 'change set', params: ({ event }) => event },
            { type: 'hurry', params: ({ event }) => event },
          ],
        },
        'relays.restore': {
          actions: [raise({ type: 'relays.reset' }), { type: 'change set', params: ({ event }) => event }],
        },
        'relays.adopt': {
          actions: [
            { type: 'set entries', params: ({ event }) => event },
            { type: 'stop connections', params: ({ context }) => ({ urls: unwantedUrls(context) }) },
            { type: 'call relays', params: ({ context }) => ({ urls: revivable(context) }) },
          ],
        },
        'relay.retry': {
          guard: { type: 'is wanted', params: ({ event }) => event },
          actions: [
            { type: 'call relays', params: ({ event }) => ({ urls: [event.url], asked: true }) },
            {
              type: 'tell connections',
              params: ({ event }) => ({ urls: [event.url], command: { type: 'relay.hurry' } }),
            },
          ],
        },
        'relay.overdue': {
          guard: { type: 'is connecting', params: ({ event }) => event },
          actions: [
            { type: 'forget connection', params: ({ event }) => ({ id: event.url }) },
            { type: 'retry later', params: ({ event }) => ({ id: event.url }) },
          ],
        },
        'relays.reset': {
          actions: [
            {
              type: 'tell connections',
              params: ({ context }) => ({ urls: Object.keys(context.connections), command: { type: 'relay.reset' } }),
            },
            {
              type: 'call relays',
              params: ({ context }) => ({
                urls: [...readUrls(context), ...urlsIn(context, 'waiting', 'recovering', 'resting', 'given up')],
                asked: true,
              }),
            },
          ],
        },
        'relays.clean': {
          actions: {
            type: 'tell connections',
            params: ({ context }) => ({ urls: urlsIn(context, 'connected'), command: { type: 'relay.check' } }),
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
                          urls: readUrls(context),
                          command: { type: 'relay.reset' },
                        }),
                      },
                      {
                        type: 'call relays',
                        params: ({ context }) => ({ urls: readUrls(context), asked: true }),
                      },
                    ],
                  },
                  { target: 'pausing', reenter: true },
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
