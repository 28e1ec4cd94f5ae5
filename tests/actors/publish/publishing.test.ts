import { IDBFactory } from 'fake-indexeddb';
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { told } from '#tests/support/told.ts';
import type { WireFact } from '#actors/wire/wire-link.ts';
import { createListeners } from '#domain/listeners.ts';
import { createAlone } from '#actors/shell/alone.ts';
import { createPublishing } from '#actors/publish/publishing.ts';
import type { LoginMethod } from '#domain/session/account.ts';
import { bareEvent, type NostrEvent } from '#domain/protocol/event.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { Post } from '#ports/publishing.ts';
import type { EventTemplate, Signer } from '#domain/protocol/signer.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { miningMachine, type MiningSlotInput } from '#machines/pow/mining.machine.ts';
import { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import { publishMachine, type PublishEvent } from '#machines/publish/publish.machine.ts';
import { openPublishJobs } from '#store/publish/publish-jobs.ts';

const secret = generateSecretKey();
const pubkey = getPublicKey(secret);
const sign = (template: EventTemplate): NostrEvent =>
  finalizeEvent({ ...template, tags: template.tags.map((tag) => [...tag]) }, secret);

const signer: Signer = { pubkey, signEvent: async (template) => sign(template), nip44: undefined, nip04: undefined };

const [one, two] = ['wss://one.example', 'wss://two.example'] as const;
const accept = (relay: string): PublishOutcome => ({ relay, outcome: 'accepted', reason: undefined });
type Publish = (event: NostrEvent, relays: readonly string[]) => Promise<readonly PublishOutcome[]>;

const silent = fromCallback<AnyEventObject, MiningSlotInput>(() => {});

type Options = {
  publish?: Publish;
  current?: () => Signer | undefined;
  method?: LoginMethod;
  factory?: IDBFactory;
  relays?: string[];
  /** may be changed while it runs */
  entries?: RelayEntry[];
  user?: string;
  ready?: boolean;
  isRunning?: boolean;
  isOnline?: boolean;
  /** that the settings ask for */
  bits?: number;
  /** may be changed while it runs */
  connections?: Record<string, string>;
};

const start = ({
  publish,
  current = () => signer,
  method = 'nsec',
  factory = new IDBFactory(),
  relays = [one, two],
  entries = relays.map((url) => ({ url, permission: 'readwrite' })),
  user = pubkey,
  ready = true,
  isRunning = true,
  isOnline = true,
  bits = 0,
  connections = {},
}: Options = {}) => {
  const sent: { event: NostrEvent; relays: readonly string[] }[] = [];
  const window = Object.assign(new EventTarget(), { navigator: { onLine: isOnline } });
  const onTaken = vi.fn();
  const [onSigned, onSafe, onStopped] = [vi.fn(), vi.fn(), vi.fn()];
  const wire = createListeners<[fact: WireFact]>();
  let desk: ActorRefFrom<typeof publishDeskMachine> | undefined;
  const made = createPublishing({
    desk: () => (isRunning ? desk : undefined),
    directory: () =>
      ({ getSnapshot: () => ({ status: ready ? 'active' : 'stopped', context: { entries, connections } }) }) as never,
    requests: {
      publish: (event, to) => {
        sent.push({ event, relays: to });
        return publish ? publish(event, to) : Promise.resolve(to.map(accept));
      },
    },
    wire: { observe: wire.subscribe },
    registry: { add: vi.fn() } as never,
    signer: current,
    account: { get: () => ({ pubkey: user, method, persisted: false }), subscribe: () => () => {} },
    jobs: openPublishJobs(factory),
    alone: createAlone(undefined),
    isWritten: () => true,
    mining: new Map(),
    policyBits: () => bits,
    onSigned,
    onTaken,
    onSafe,
    onStopped,
    window,
    now: () => 1_790_000_000_000,
  });
  const miner = miningMachine.provide({ actors: { 'mine in workers': silent, 'mine on the page': silent } });
  const publishing = publishMachine.provide({ actors: { ...made.actors, mining: miner } });
  desk = createActor(
    publishDeskMachine.provide({ actors: { publish: publishing, 'follow journal': made.followJournal } }),
  ).start();
  const job = (id: string) => desk!.getSnapshot().children[id] as ActorRefFrom<typeof publishMachine> | undefined;
  const tell = (id: string, event: PublishEvent) => job(id)?.send(event);
  const opened = (relay: string) => wire.tell({ type: 'opened', relay });
  return { ...made.publishing, jobInfo: made.publishing.job, sent, window, desk, job, tell, opened, onSigned, onSafe };
};

const post = (over: Partial<Post> = {}): Post => ({
  what: 'note',
  template: { kind: 1, created_at: 1_790_000_000, tags: [], content: 'hello' },
  ...over,
});

const whenTagged = (
  started: ReturnType<typeof start>,
  id: string,
  tag: 'queued' | 'failed' | 'sent' | 'sent in part',
) => vi.waitFor(() => expect(started.job(id)?.getSnapshot().hasTag(tag)).toBe(true));

describe('publishing', () => {
  it('[RELAY-71] signs, and brings the event to the relays that are written to', async () => {
    const started = start();
    const event = await started.outcome(started.post(post()));
    expect(event).toMatchObject({ pubkey, content: 'hello' });
    expect(started.sent).toEqual([{ event, relays: [one, two] }]);
  });

  it('takes the relays that were chosen for a post', async () => {
    const started = start();
    await started.outcome(started.post(post({ relays: [two] })));
    expect(started.sent[0]?.relays).toEqual([two]);
  });

  it('[PUB-10] fails without relays', () => {
    expect(() => start({ relays: [] }).post(post())).toThrow('no-relays');
    expect(() => start({ entries: [{ url: one, permission: 'read' }] }).post(post())).toThrow('no-write-relays');
  });

  it('[PUB-09] fails as long as nothing can be sent', () => {
    for (const early of [start({ ready: false }), start({ isRunning: false })]) {
      expect(() => early.post(post())).toThrow('not-ready');
      expect(early.sent).toEqual([]);
    }
  });

  it('tells of a post that no relay took at the next start, too, so that it is shown; not of one that was changed', async () => {
    const factory = new IDBFactory();
    const offline: Publish = (_, relays) =>
      Promise.reject(
        new PublishFailure(relays.map((relay) => ({ relay, outcome: 'offline', reason: { code: 'no-connection' } }))),
      );
    const started = start({ factory, publish: offline });
    const id = started.post(post());
    await whenTagged(started, id, 'queued');
    const { event } = started.jobInfo(id)!;
    const later = start({ factory, publish: offline });
    await vi.waitFor(() => expect(later.onSigned).toHaveBeenCalledWith(event));
    const jobs = openPublishJobs(factory);
    await jobs.keep({ ...(await jobs.list())[0]!, event: { ...event!, content: 'another' } });
    const last = start({ factory, publish: offline });
    await whenTagged(last, id, 'queued');
    expect(last.onSigned).not.toHaveBeenCalled();
  });

  it('brings an event to all relays again, without a signature, and at the next start when that fails', async () => {
    const factory = new IDBFactory();
    const event = bareEvent(sign({ kind: 1, created_at: 1_790_000_000, tags: [], content: 'hello' }));
    const offline: Publish = (_, relays) =>
      Promise.reject(
        new PublishFailure(relays.map((relay) => ({ relay, outcome: 'offline', reason: { code: 'no-connection' } }))),
      );
    const started = start({ factory, publish: offline, current: () => undefined });
    const id = started.resend(event);
    await whenTagged(started, id, 'queued');
    expect(started.sent).toEqual([{ event, relays: [one, two] }]);
    const later = start({ factory });
    await vi.waitFor(() => expect(later.sent).toEqual([{ event, relays: [one, two] }]));
    expect(() => start({ relays: [] }).resend(event)).toThrow('no-relays');
  });

  describe('that waits while the permission of a relay is changed', () => {
    const elsewhere = 'wss://elsewhere.example';
    const offline: Publish = (_, relays) =>
      Promise.reject(
        new PublishFailure(relays.map((relay) => ({ relay, outcome: 'offline', reason: { code: 'no-connection' } }))),
      );
    /** A post that no relay could be reached for, after which the second relay is only read from. */
    const setUp = async (over: Partial<Post> = {}) => {
      const factory = new IDBFactory();
      const entries: RelayEntry[] = [one, two].map((url) => ({ url, permission: 'readwrite' }));
      const started = start({ factory, entries, publish: offline });
      const id = started.post(post(over));
      await whenTagged(started, id, 'queued');
      entries[1] = { url: two, permission: 'read' };
      return { factory, entries, started, id };
    };

    it('[RELAY-71] goes only to those that may be written to still, also after a retry', async () => {
      const { entries, started, id } = await setUp({ relays: [one, two, elsewhere] });
      started.tell(id, { type: 'publish.retry' });
      await whenTagged(started, id, 'queued');
      entries[1] = { url: two, permission: 'write' };
      started.tell(id, { type: 'publish.retry' });
      await whenTagged(started, id, 'queued');
      expect(started.sent.map(({ relays }) => relays)).toEqual([
        [one, two, elsewhere],
        [one, elsewhere],
        [one, two, elsewhere],
      ]);
    });

    it('[RELAY-71] does the same in the next visit, and says when no relay is left', async () => {
      const { factory, entries, id } = await setUp();
      const later = start({ factory, entries, publish: offline });
      await whenTagged(later, id, 'queued');
      expect(later.sent.map(({ relays }) => relays)).toEqual([[one]]);
      entries[0] = { url: one, permission: 'indexer' };
      later.tell(id, { type: 'publish.retry' });
      await whenTagged(later, id, 'failed');
      expect(later.job(id)?.getSnapshot().context.problem).toEqual({ code: 'no-write-relays' });
      expect(later.sent).toHaveLength(1);
    });

    it('[RELAY-72] leaves a profile to the indexers, and the relays of somebody else out of it', async () => {
      const kind = { template: { ...post().template, kind: 0 } };
      const { entries, started, id } = await setUp(kind);
      entries[0] = { url: one, permission: 'indexer' };
      started.tell(id, { type: 'publish.retry' });
      await whenTagged(started, id, 'queued');
      expect(started.sent.at(-1)?.relays).toEqual([one]);
      const { factory, entries: others } = await setUp();
      const stranger = start({ factory, entries: others, user: 'ab'.repeat(32) });
      await vi.waitFor(() => expect(stranger.sent.map(({ relays }) => relays)).toEqual([[one, two]]));
    });
  });

  it('[LOGIN-18] says that there is nothing to sign with, at the press and when that is gone meanwhile', async () => {
    const nobody = { current: () => undefined, method: 'none' as const };
    expect(() => start(nobody).post(post())).toThrow('no-signing-method');
    const answers = [signer];
    const started = start({ ...nobody, current: () => answers.shift() });
    await expect(started.outcome(started.post(post()))).rejects.toThrow('no-signing-method');
    expect(started.sent).toEqual([]);
  });

  it('[LOGIN-19] [ROLE-05] fails without somebody who signs', () => {
    expect(() => start({ current: () => undefined }).post(post())).toThrow('signer-required');
  });

  it('[RELAY-51] says why no relay took it, and keeps the signed event for the next start', async () => {
    const factory = new IDBFactory();
    const refuse: Publish = (_, relays) =>
      Promise.reject(
        new PublishFailure(
          relays.map((relay) => ({ relay, outcome: 'rejected', reason: { code: 'relay-said', words: 'blocked' } })),
        ),
      );
    const started = start({ factory, publish: refuse });
    const id = started.post(post());
    expect(await started.outcome(id).catch(told)).toBe(`Publish failed: ${one}: blocked; ${two}: blocked`);
    const signed = started.job(id) && started.sent[0]?.event;
    const later = start({ factory });
    await vi.waitFor(() => expect(later.sent.map(({ event }) => event)).toEqual([signed]));
    const last = start({ factory });
    await vi.waitFor(() => expect(last.desk.getSnapshot().matches('open')).toBe(true));
    expect(last.sent).toEqual([]);
  });

  it('keeps a post made without a network, and sends it when that is back', async () => {
    let online = false;
    const publish: Publish = async (_, relays) => {
      if (online) return relays.map(accept);
      throw new PublishFailure(
        relays.map((relay) => ({ relay, outcome: 'offline', reason: { code: 'no-connection' } })),
      );
    };
    const started = start({ publish });
    const id = started.post(post());
    await whenTagged(started, id, 'queued');
    online = true;
    started.window.dispatchEvent(new Event('online'));
    expect(await started.outcome(id)).toMatchObject({ content: 'hello' });
  });

  it('brings a post that was cut off to the relays that were out of reach, when one of them is there again', async () => {
    let online = false;
    const publish: Publish = async (_, relays) =>
      relays.map((relay) =>
        relay === two && !online ? { relay, outcome: 'offline', reason: { code: 'no-connection' } } : accept(relay),
      );
    const started = start({ publish });
    const id = started.post(post());
    await whenTagged(started, id, 'sent in part');
    online = true;
    started.opened(one);
    expect(started.job(id)?.getSnapshot().hasTag('sent in part')).toBe(true);
    started.opened(two);
    await whenTagged(started, id, 'sent');
    expect(started.sent.map(({ relays }) => relays)).toEqual([[one, two], [two]]);
  });

  it('brings it there at once where that relay came back while another one was silent', async () => {
    const connections: Record<string, string> = {};
    const publish: Publish = async (_, relays) =>
      relays.map((relay) => {
        if (relay !== two || connections[two] === 'connected') return accept(relay);
        connections[two] = 'connected';
        return { relay, outcome: 'offline', reason: { code: 'no-connection' } };
      });
    const started = start({ publish, connections });
    await whenTagged(started, started.post(post()), 'sent');
    expect(started.sent.map(({ relays }) => relays)).toEqual([[one, two], [two]]);
  });

  it('says at once that a post waits for the network, while what is under way goes on', async () => {
    const arrival = Promise.withResolvers<void>();
    const publish: Publish = async (_, relays) => {
      await arrival.promise;
      return relays.map(accept);
    };
    const started = start({ publish, isOnline: false });
    const id = started.post(post());
    await whenTagged(started, id, 'queued');
    started.window.dispatchEvent(new Event('online'));
    expect(started.job(id)?.getSnapshot().hasTag('sending')).toBe(true);
    started.window.dispatchEvent(new Event('offline'));
    expect(started.job(id)?.getSnapshot().hasTag('queued')).toBe(true);
    expect(started.sent).toHaveLength(1);
    arrival.resolve();
    expect(await started.outcome(id)).toMatchObject({ content: 'hello' });
  });

  it('counts as safe once a relay has it, where this device keeps nothing', async () => {
    const factory = {
      open: () => {
        throw new Error('no storage');
      },
    } as unknown as IDBFactory;
    const started = start({ factory });
    const id = started.post(post());
    expect(started.onSafe).not.toHaveBeenCalled();
    const event = await started.outcome(id);
    expect(started.onSafe.mock.calls).toContainEqual([expect.objectContaining({ id, event })]);
  });

  it('[RELAY-50] asks only the relays again that did not take it', async () => {
    let slow = true;
    const publish: Publish = async (_, relays) =>
      relays.map((relay) =>
        relay === two && slow
          ? { relay, outcome: 'rejected', reason: { code: 'relay-said', words: 'rate-limited: wait' } }
          : accept(relay),
      );
    const started = start({ publish });
    const id = started.post(post());
    await whenTagged(started, id, 'sent in part');
    slow = false;
    started.tell(id, { type: 'publish.retry' });
    await whenTagged(started, id, 'sent');
    expect(started.sent.map(({ relays }) => relays)).toEqual([[one, two], [two]]);
  });

  it('sends nothing whose work was lost on the way through the signer', async () => {
    const started = start();
    const { template } = post();
    const mined = { ...template, tags: [['nonce', '7', '24']] };
    await expect(started.outcome(started.post(post({ template: mined })))).rejects.toThrow('work-lost');
    expect(started.sent).toEqual([]);
  });

  it('sends nothing that was signed by somebody else or changed', async () => {
    const other = generateSecretKey();
    const forger: Signer = { ...signer, signEvent: async (template) => ({ ...sign(template), content: 'changed' }) };
    const stranger: Signer = {
      ...signer,
      signEvent: async (template) => finalizeEvent({ ...template, tags: [] }, other),
    };
    for (const current of [forger, stranger]) {
      const started = start({ current: () => current });
      await expect(started.outcome(started.post(post()))).rejects.toThrow('signature-wrong');
      expect(started.sent).toEqual([]);
    }
  });

  it('[ROLE-04] waits with an event of a key that was locked meanwhile', async () => {
    const answers: (Signer | undefined)[] = [signer, undefined];
    const started = start({ current: () => (answers.length > 0 ? answers.shift() : signer) });
    const id = started.post(post());
    await expect(started.outcome(id)).rejects.toThrow('signer-required');
    started.tell(id, { type: 'publish.retry' });
    await whenTagged(started, id, 'sent');
  });

  it('[POW-01] mines as the settings say what many people see, unless something else was chosen for it', () => {
    const started = start({ bits: 20 });
    const bitsOf = (over: Partial<Post>) => started.jobInfo(started.post(post(over)))?.targetBits;
    expect([bitsOf({}), bitsOf({ what: 'reaction' })]).toEqual([20, 20]);
    expect([bitsOf({ what: 'deletion' }), bitsOf({ targetBits: 0 }), bitsOf({ targetBits: 8 })]).toEqual([0, 0, 8]);
  });

  it('does not publish what was cancelled', async () => {
    const started = start();
    const id = started.post(post({ targetBits: 30 }));
    const outcome = started.outcome(id);
    started.tell(id, { type: 'publish.cancel' });
    await expect(outcome).rejects.toThrow('post-cancelled');
    expect(started.sent).toEqual([]);
  });
});
