import { IDBFactory } from 'fake-indexeddb';
import { getPow } from 'nostr-tools/nip13';
import { finalizeEvent, generateSecretKey, getEventHash, getPublicKey } from 'nostr-tools/pure';
import { createActor, fromCallback, SimulatedClock, type ActorRefFrom } from 'xstate';
import { createPublishing } from '#actors/publish/publishing.ts';
import { createSharedTexts } from '#actors/publish/shared-text.ts';
import { createWriting } from '#actors/publish/writing.ts';
import type { Alone } from '#actors/shell/alone.ts';
import { EMPTY_DRAFT, type Draft, type DraftPlace } from '#domain/publish/draft.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { Post } from '#ports/publishing.ts';
import { miningMachine, type MiningFact, type MiningSlotInput } from '#machines/pow/mining.machine.ts';
import { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import { publishMachine } from '#machines/publish/publish.machine.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createDrafts } from '#store/publish/drafts.ts';
import { openPublishJobs, type PublishJobs } from '#store/publish/publish-jobs.ts';
import type { Life } from './crash-points.ts';
import { aloneIn } from './fake-locks.ts';
import { fakeStorage } from './fake-storage.ts';

const secret = generateSecretKey();
export const AUTHOR = getPublicKey(secret);
export const RELAYS = ['wss://one.example', 'wss://two.example'] as const;
const BITS = 2;
const NOW_MS = 1_790_000_000_000;

/** A device, and relays with their books. */
export const createPostsWorld = () => ({
  local: fakeStorage(),
  databases: new IDBFactory(),
  /** the tabs that hear of changes to the journal and to the drafts */
  tabs: new Set<EventTarget>(),
  books: new Map(RELAYS.map((url): [string, Map<string, NostrEvent>] => [url, new Map()])),
  /** the texts of what was written, and of what was signed or about to be: from then on it must not be lost */
  begun: new Set<string>(),
  /** how many nonces were tried */
  nonces: 0,
});

export type PostsWorld = ReturnType<typeof createPostsWorld>;

/** The same event, signed once for all worlds. */
const signatures = new Map<string, NostrEvent>();
const signedOnce = (template: Parameters<typeof finalizeEvent>[0]): NostrEvent => {
  const key = JSON.stringify([template.kind, template.created_at, template.tags, template.content]);
  const known = signatures.get(key) ?? finalizeEvent(template, secret);
  signatures.set(key, known);
  return { ...known, tags: known.tags.map((tag) => [...tag]) };
};

/** Each world finds the same nonces one after the other, so that what is mined twice is two events, there and in every world. */
const mined = (world: PostsWorld, event: UnminedEvent, targetBits: number): UnminedEvent => {
  for (;;) {
    world.nonces += 1;
    const tags = [...event.tags.map((tag) => [...tag]), ['nonce', String(world.nonces), String(targetBits)]];
    if (getPow(getEventHash({ ...event, tags })) >= targetBits) return { ...event, tags };
  }
};

/** The channel of one tab to the others. */
const channelOf = ({ tabs }: PostsWorld, own: EventTarget, life: Life) => ({
  postMessage: () => {
    for (const tab of tabs) if (tab !== own) setImmediate(() => tab.dispatchEvent(new Event('message')));
  },
  addEventListener: (type: string, listener: never) =>
    own.addEventListener(type, () => !life.isOver() && (listener as () => void)()),
  removeEventListener: () => {},
});

/** The journal, with crash points around each touch of it. */
const journalOf = (world: PostsWorld, life: Life, own: EventTarget): PublishJobs => {
  const jobs = openPublishJobs(world.databases, channelOf(world, own, life));
  return {
    list: () => life.act('the journal is read', () => jobs.list()),
    get: (id) => life.act('a job is read', () => jobs.get(id)),
    keep: (job) => life.act(job.event ? 'the event is kept' : 'the job is kept', () => jobs.keep(job)),
    forget: (id) => life.act('the job is forgotten', () => jobs.forget(id)),
    watch: jobs.watch,
  };
};

const storageOf = (world: PostsWorld, life: Life, own: EventTarget): Storage => {
  const tellOthers = (key: string) => {
    for (const tab of world.tabs)
      if (tab !== own) setImmediate(() => tab.dispatchEvent(Object.assign(new Event('storage'), { key })));
  };
  return Object.assign(Object.create(world.local) as Storage, {
    getItem: (key: string) => world.local.getItem(key),
    setItem: (key: string, value: string) =>
      life.write('a draft is kept', () => {
        world.begun.add((JSON.parse(value) as Draft).text);
        world.local.setItem(key, value);
        tellOthers(key);
      }),
    removeItem: (key: string) =>
      life.write('a draft is forgotten', () => {
        world.local.removeItem(key);
        tellOthers(key);
      }),
  });
};

/** The browser gives the locks of a tab that is gone to others. */
const aloneOf = (world: PostsWorld, life: Life): Alone => {
  const gone = life.ended.then(() => undefined);
  return async (name, work, signal) => {
    await life.act('the lock is asked for', () => {});
    return (await aloneIn(world.local)(name, () => Promise.race([work(), gone]), signal)) as never;
  };
};

const relaysOf =
  (world: PostsWorld, life: Life, isRefused: () => boolean) => async (event: NostrEvent, relays: readonly string[]) => {
    const bring = async (relay: string): Promise<PublishOutcome> => {
      try {
        if (isRefused()) throw new Error('refused');
        await life.act(`${relay} takes it`, () => void world.books.get(relay)!.set(event.id, event));
        return { relay, outcome: 'accepted', reason: undefined };
      } catch {
        return { relay, outcome: 'rejected', reason: { code: 'no-answer-within', seconds: 10 } };
      }
    };
    const outcomes = await Promise.all(relays.map(bring));
    if (outcomes.some(({ outcome }) => outcome === 'accepted')) return outcomes;
    throw new PublishFailure(outcomes);
  };

const minerOf = (world: PostsWorld, life: Life, mining: Map<string, UnminedEvent>) =>
  miningMachine.provide({
    actors: {
      'mine in workers': fromCallback<never, MiningSlotInput>(({ input: { sessionId, targetBits }, sendBack }) => {
        const tell = (fact: MiningFact) => sendBack(fact);
        void life
          .act('it is mined', () => mining.set(sessionId, mined(world, mining.get(sessionId)!, targetBits)))
          .then(() => tell({ type: 'mining.found', nonce: '', bits: targetBits, hashes: 1, at: NOW_MS }))
          .catch(() => tell({ type: 'mining.failed', problem: { code: 'worker-timeout' } }));
      }) as never,
      'mine on the page': fromCallback(({ sendBack }) =>
        sendBack({ type: 'mining.failed', problem: { code: 'worker-timeout' } }),
      ),
    },
  });

const signerOf = (world: PostsWorld, life: Life, asked: () => Promise<void>) => ({
  pubkey: AUTHOR,
  signEvent: ({ kind, created_at, tags, content }: Post['template']) => {
    world.begun.add(content);
    const template = { kind, created_at, content, tags: tags.map((tag) => [...tag]) };
    return life.act('it is signed', async () => {
      await asked();
      return signedOnce(template);
    });
  },
  nip44: undefined,
  nip04: undefined,
});

type Options = {
  /** another journal than that of the app */
  readonly journal?: (jobs: PublishJobs) => PublishJobs;
  /** settled once the signer is let sign */
  readonly asked?: () => Promise<void>;
  /** nobody can sign */
  readonly isLocked?: boolean;
  /** whether no relay takes anything */
  readonly isRefused?: () => boolean;
  /** hears of what is shown before a relay has it */
  readonly onSigned?: (event: NostrEvent) => void;
};

const BUSY: readonly string[] = ['mining', 'signing', 'sending'];

/** A tab of the device in which posts are written and brought to the relays, as the app joins its parts. */
export const openPostsTab = (world: PostsWorld, life: Life, options: Options = {}) => {
  const {
    journal = (jobs) => jobs,
    asked = async () => {},
    isLocked,
    isRefused = () => false,
    onSigned = () => {},
  } = options;
  const own = new EventTarget();
  world.tabs.add(own);
  const mining = new Map<string, UnminedEvent>();
  const drafts = createDrafts({ storage: storageOf(world, life, own), window: own, now: () => NOW_MS });
  let desk: ActorRefFrom<typeof publishDeskMachine> | undefined;
  const signer = signerOf(world, life, asked);
  const { writing, ofDrafts } = createWriting({
    publishing: () => made.publishing,
    drafts,
    shared: createSharedTexts({
      window: {},
      account: createAccountStore({ local: undefined, session: undefined, window: own }),
    }),
    client: () => undefined,
    profile: { posted: (_: unknown, outcome: Promise<unknown>) => void outcome.catch(() => {}) } as never,
    now: () => NOW_MS,
  } as Partial<Parameters<typeof createWriting>[0]> as Parameters<typeof createWriting>[0]);
  const made = createPublishing({
    desk: () => desk,
    directory: () =>
      ({ getSnapshot: () => ({ status: 'active', context: { entries: [], connections: {} } }) }) as never,
    requests: { publish: relaysOf(world, life, isRefused) },
    wire: { observe: () => () => {} },
    registry: { add: () => true },
    signer: () => (isLocked ? undefined : signer),
    account: { get: () => ({ pubkey: AUTHOR, method: 'nsec', persisted: false }), subscribe: () => () => {} },
    jobs: journal(journalOf(world, life, own)),
    alone: aloneOf(world, life),
    mining,
    policyBits: () => 0,
    onSigned,
    onTaken: () => {},
    ...ofDrafts,
    window: Object.assign(new EventTarget(), { navigator: { onLine: true } }),
    now: () => NOW_MS,
  });
  const publish = publishMachine.provide({ actors: { ...made.actors, mining: minerOf(world, life, mining) } });
  desk = createActor(publishDeskMachine.provide({ actors: { publish, 'follow journal': made.followJournal } }), {
    clock: new SimulatedClock(),
  }).start();
  void life.ended.then(() => {
    world.tabs.delete(own);
    desk?.stop();
  });
  const tags = (): readonly string[] =>
    Object.values(desk!.getSnapshot().children).flatMap((child) => {
      const snapshot = child?.getSnapshot() as { tags?: ReadonlySet<string> } | undefined;
      return [...(snapshot?.tags ?? [])];
    });
  const isBusy = () => {
    const works = tags().some((tag) => BUSY.includes(tag));
    return works || desk!.getSnapshot().hasTag('busy') || !life.isIdle();
  };
  return {
    desk,
    drafts,
    writing,
    post: (post: Omit<Post, 'relays'>, draft?: DraftPlace) => writing.post({ ...post, relays: RELAYS }, draft),
    /** The tags of what is under way here. */
    tags,
    /** Settled when nothing is under way any more, or the page is gone. */
    async rest() {
      for (let still = 0; still < 3 && !life.isOver();) {
        await new Promise((resolve) => setImmediate(resolve));
        still = isBusy() ? 0 : still + 1;
      }
    },
  };
};

export const PLACE = { owner: AUTHOR, place: 'note' };
const template = (kind: number, content: string) => ({ kind, content, created_at: NOW_MS / 1000, tags: [] });

/** A note that is mined, from the composer. */
export const writeNote = (tab: ReturnType<typeof openPostsTab>, text: string): void => {
  tab.drafts.put(PLACE, { ...EMPTY_DRAFT, text });
  tab.post({ what: 'note', template: template(1, text), targetBits: BITS }, PLACE);
};

/** A repost, of which no draft is kept. */
export const repost = (tab: ReturnType<typeof openPostsTab>, text: string): void =>
  void tab.post({ what: 'repost', template: template(6, text) });

/** What the relays' books say of a text: how many different events have it, on how many relays. */
export const bookOf = ({ books }: PostsWorld, text: string) => {
  const found = [...books.values()].map((held) => [...held.values()].filter(({ content }) => content === text));
  return {
    events: new Set(found.flat().map(({ id }) => id)).size,
    relays: found.filter(({ length }) => length > 0).length,
  };
};
