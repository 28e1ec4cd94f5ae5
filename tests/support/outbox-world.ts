import { IDBFactory } from 'fake-indexeddb';
import { nip44 } from 'nostr-tools';
import { getEventHash, getPublicKey } from 'nostr-tools/pure';
import { newest, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { parseTokenContent } from '#domain/ecash/events/token-event.ts';
import { oldWallets } from '#domain/ecash/events/wallet-event.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { LedgerChange } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation, OperationKind } from '#domain/ecash/ledger/operation.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { createDecryptedBefore } from '#actors/ecash/decrypted-before.ts';
import { readTellable, tellRelays, type TellingDeps } from '#actors/ecash/sync/telling.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';
import { fakeEvent } from './fake-events.ts';
import { openLife, type Life } from './crash-points.ts';

const MINT = 'https://mint.example';
const SECRET = new Uint8Array(32).fill(7);
const OWNER = getPublicKey(SECRET);
const TO_ONESELF = nip44.getConversationKey(SECRET, OWNER);

/** What a relay does with an event that it is sent. */
export type RelayWay = 'takes' | 'takes and is not heard' | 'refuses' | 'is silent';

/** A relay that keeps what it takes and obeys deletions. */
export type TestRelay = {
  readonly url: string;
  readonly events: Map<string, NostrEvent>;
  readonly heard: NostrEvent[];
  way: (event: NostrEvent) => RelayWay;
};

const take = ({ events }: TestRelay, event: NostrEvent): void => {
  if (event.kind === 5) for (const [, id] of tagsNamed(event, 'e')) events.delete(id!);
  if (event.kind === 17_375) for (const old of events.values()) if (old.kind === event.kind) events.delete(old.id);
  events.set(event.id, event);
};

const outcomeAt = (relay: TestRelay, event: NostrEvent): PublishOutcome => {
  const way = relay.way(event);
  if (way !== 'is silent') relay.heard.push(event);
  if (way === 'takes' || way === 'takes and is not heard') take(relay, event);
  const outcome = way === 'takes' ? 'accepted' : way === 'refuses' ? 'rejected' : 'timeout';
  return { relay: relay.url, outcome, reason: undefined };
};

/** What the ecash worker says of proofs, without any secrets: contents are of their Ys. */
const plainCore: TellingDeps['core'] = {
  writeTokenEvents: async ({ mint, unit, proofs, del }) =>
    proofs.length === 0
      ? []
      : [
          {
            content: JSON.stringify({
              mint,
              unit,
              proofs: proofs.map(({ y, amount, keyset: id }) => ({ amount, id, secret: y, C: `02${'c'.repeat(64)}` })),
              ...(del.length > 0 && { del }),
            }),
            ys: proofs.map(({ y }) => y),
          },
        ],
  writeQuoteTerms: async ({ amount, unit }) => JSON.stringify({ amount, unit }),
  writeWalletEvent: async ({ mints }) =>
    JSON.stringify([['privkey', '1'.repeat(64)], ...mints.map((url) => ['mint', url])]),
  writeBackup: async ({ mints, at }) => fakeEvent({ kind: 30_078, created_at: at, content: mints.join(' ') }),
  readWalletEvent: async (content) => ({
    mints: (JSON.parse(content) as string[][]).flatMap(([name, value]) => (name === 'mint' ? [value!] : [])),
    pubkeys: [],
  }),
};

const proof = (y: string, amount = 8): ProofRow => ({
  y,
  mint: MINT,
  unit: 'sat',
  keyset: '00ad268c4d1f5826',
  amount,
  sealed: { ivB64: '', ciphertextB64: '' },
  state: 'available',
  at: 1,
});

/** An operation that is done: what it spent and what it brought. */
export const happened = (
  id: string,
  kind: OperationKind,
  { made = [], used = [] }: { readonly made?: readonly string[]; readonly used?: readonly string[] },
): LedgerChange => {
  const record: Operation = {
    id,
    rev: 1,
    kind,
    mint: MINT,
    unit: 'sat',
    phase: 'committed',
    amount: 8,
    fee: 0,
    inputs: used,
    spends: 0,
    outputs: [],
    counters: [],
    attempts: 1,
    refusals: 0,
    got: 0,
    createdAt: 1,
    changedAt: 1,
  };
  return {
    operations: [record],
    add: made.map((y) => proof(y)),
    moves: used.length > 0 ? [{ ys: used, from: 'available', to: 'spent', operation: id }] : [],
    history: [{ operation: id, kind, mint: MINT, unit: 'sat', amount: 8, fee: 0, outcome: 'done', at: 1 }],
  };
};

/** A ledger, relays, and the account that signs; `now` goes on by a second with each look at it. */
export const outboxWorld = async (count = 3) => {
  const factory = new IDBFactory();
  const relays = Array.from({ length: count }, (_, index): TestRelay => {
    return { url: `wss://r${index}.example`, events: new Map(), heard: [], way: () => 'takes' };
  });
  let [time, isUnlocked] = [1_700_000_000_000, true];
  const now = () => (time += 1_000);
  const open = () => openLedger(factory, { pubkey: OWNER, now });
  const ledger = open();
  const before = createDecryptedBefore({
    ledger,
    core: {
      sealCopy: async ({ plain }) => ({ ivB64: '', ciphertextB64: plain }),
      openCopy: async ({ sealed }) => sealed.ciphertextB64,
    },
  });
  const told: string[] = [];
  const [named, first]: [string[], string[]] = [[], []];
  const faults: string[] = [];

  /** All that some relay has, and nobody asked to delete. */
  const plain = (event: NostrEvent): string => nip44.decrypt(event.content, TO_ONESELF);
  const tokensOn = (relay: TestRelay) =>
    [...relay.events.values()].filter(({ kind }) => kind === 7375).map((event) => parseTokenContent(plain(event)));
  const ysOn = (relay: TestRelay): readonly string[] =>
    [...new Set(tokensOn(relay).flatMap(({ proofs }) => proofs.map(({ secret }) => secret)))].sort();
  const liveYs = async (): Promise<readonly string[]> =>
    (await ledger.proofs()).flatMap(({ y, state }) => (state === 'out' ? [] : [y])).sort();

  /** Before an event is deleted, what is left of it stands on two relays elsewhere. */
  const checkDeletion = async (event: NostrEvent) => {
    const gone = new Set(tagsNamed(event, 'e').map(([, id]) => id!));
    const live = new Set(await liveYs());
    for (const relay of relays)
      for (const id of gone) {
        const old = relay.events.get(id);
        if (old?.kind !== 7375) continue;
        for (const { secret } of parseTokenContent(plain(old)).proofs) {
          if (!live.has(secret)) continue;
          const others = relays.filter(({ events }) =>
            [...events.values()].some(
              (each) => each.kind === 7375 && !gone.has(each.id) && plain(each).includes(`"${secret}"`),
            ),
          );
          if (others.length < Math.min(2, count))
            faults.push(`${secret} is deleted and stands on ${others.length} relays`);
        }
      }
  };

  const depsOf = (life: Life, write = relays): TellingDeps => {
    const signer: Signer = {
      pubkey: OWNER,
      nip04: undefined,
      nip44: {
        encrypt: (_, text) => life.act('encrypt', () => nip44.encrypt(text, TO_ONESELF)),
        decrypt: (_, text) => life.act('decrypt', () => nip44.decrypt(text, TO_ONESELF)),
      },
      signEvent: ({ kind, content, created_at, tags }) =>
        life.act(`sign ${kind}`, () => {
          const event = { kind, content, created_at, tags: tags.map((tag) => [...tag]), pubkey: OWNER };
          return { ...event, id: getEventHash(event), sig: '' };
        }),
    };
    const writing: Ledger = {
      ...ledger,
      change: (change) => life.act('change', () => ledger.change(change)),
      outbox: { ...ledger.outbox, note: (...noted) => life.act('note', () => ledger.outbox.note(...noted)) },
    };
    return {
      pubkey: OWNER,
      ledger: writing,
      core: plainCore,
      before,
      signer: () => (isUnlocked ? signer : undefined),
      isSound: () => true,
      now,
      relays: () => write.map(({ url }) => url),
      namedMints: () => life.act('read mints', () => [...named]),
      firstRelays: () => first,
      oldWallets: async () => oldWallets(write.flatMap(({ events }) => [...events.values()])),
      newestWallet: () =>
        life.act('read wallet', () => {
          if (write.every(({ way }) => way({ kind: 0 } as NostrEvent) === 'is silent'))
            throw new EcashError({ code: 'copies-unread' });
          return newest(write.flatMap(({ events }) => [...events.values()].filter(({ kind }) => kind === 17_375)));
        }),
      publish: (event, urls, { onAnswer = () => {} } = {}) =>
        life.act(`tell ${event.kind}`, async () => {
          if (event.kind === 5) await checkDeletion(event);
          told.push(`${event.kind} ${event.id}`);
          const outcomes: PublishOutcome[] = [];
          for (const relay of write.filter(({ url }) => urls.includes(url))) {
            const outcome = await life.act(`${event.kind} at ${relay.url}`, () => outcomeAt(relay, event));
            outcomes.push(outcome);
            onAnswer(outcome);
          }
          if (outcomes.every(({ outcome }) => outcome !== 'accepted')) throw new PublishFailure(outcomes);
          return outcomes;
        }),
    };
  };

  return {
    ledger,
    relays,
    told,
    /** mints that relays name for the words, and the relays of a fresh browser */
    named,
    first,
    faults,
    plain,
    ysOn,
    liveYs,
    depsOf,
    lock: (isLocked: boolean) => (isUnlocked = !isLocked),
    state() {
      ledger.lookAgain('here');
      return readTellable(ledger);
    },
    tell: (everywhere = true, life = openLife()) => tellRelays(depsOf(life), everywhere, new AbortController().signal),
    async useWallet() {
      await ledger.wallet.add({
        version: 1,
        sealed: { ivB64: '', ciphertextB64: '' },
        wrappedKey: '',
        pubkey: `02${'d'.repeat(64)}`,
        createdAt: 1,
      });
      await ledger.mints.change(MINT, () => ({ url: MINT, addedAt: 1, tally: { days: [], took: [] } }));
    },
  };
};

export type OutboxWorld = Awaited<ReturnType<typeof outboxWorld>>;
