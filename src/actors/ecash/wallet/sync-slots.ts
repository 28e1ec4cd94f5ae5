import { fromCallback, fromPromise } from 'xstate';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { oldWallets } from '#domain/ecash/events/wallet-event.ts';
import { nextMaking } from '#domain/ecash/ledger/outbox.ts';
import { newest } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { Pass, SyncFact } from '#machines/ecash/ecash-sync.machine.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { RelayChoice } from '#store/ledger/relay-choice.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Purse } from './purse.ts';
import { readTellable, tellRelays, TELLABLE_STORES, type TellingDeps } from '#actors/ecash/sync/telling.ts';

export type SyncDeps = Pick<RunningAreas, 'follow'> & {
  readonly requests: Pick<RelayRequests, 'fetch' | 'publish' | 'relays'>;
  readonly signer: CurrentSigner;
  /** The mints that relays name for the words of a purse. Rejects when none of them answers. */
  readonly namedMints: (purse: Purse) => Promise<readonly string[]>;
  /** the relays of a fresh browser */
  readonly firstRelays: () => readonly string[];
  readonly choice: RelayChoice;
  /** fires `online` */
  readonly window: EventTarget;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The wallet events of an account of one kind. Rejects with 'copies-unread' when no relay answers: nothing may be written over it. */
const fetchWallets = async ({ requests }: SyncDeps, pubkey: string, kind: number) => {
  const filters = [{ kinds: [kind], authors: [pubkey] }];
  const answer = await requests.fetch({ filters, relays: requests.relays('write'), own: true }).catch(() => undefined);
  if (!answer?.outcomes.some(({ outcome }) => outcome === 'eose')) throw new EcashError({ code: 'copies-unread' });
  return answer.events.filter((event) => event.pubkey === pubkey);
};

const tellingOf = (deps: SyncDeps, purse: Purse): TellingDeps => {
  const { requests, signer, choice, namedMints, firstRelays, now } = deps;
  const { pubkey, ledger, core, before } = purse;
  return {
    pubkey,
    ledger,
    core,
    before,
    signer,
    now,
    since: () => choice.get(pubkey).since,
    newestWallet: async () => newest(await fetchWallets(deps, pubkey, KIND.cashuWallet)),
    oldWallets: async () => oldWallets(await fetchWallets(deps, pubkey, KIND.cashuWalletOld)),
    namedMints: () => namedMints(purse),
    firstRelays,
    publish: (event, relays, options) => requests.publish(event, relays, options),
    relays: () => requests.relays('write'),
  };
};

/** What is due, by name: the same as long as nothing else is. */
const dueIn = async ({ ledger }: Purse, { requests, now }: SyncDeps): Promise<string> => {
  const making = nextMaking(await readTellable(ledger), requests.relays('write'), now());
  if (!making) return '';
  if (making.make === 'token') return `token ${making.proofs.map(({ y }) => y).join(' ')}`;
  return `${making.make} ${'row' in making ? making.row.operation : ''}`;
};

/** Tells when the ledger holds something that relays are to know. */
const defineWatchOutbox = (purse: () => Purse, deps: SyncDeps) =>
  fromCallback<SyncFact, { known: boolean }>(({ input: { known }, sendBack }) => {
    const mine = purse();
    return onChanged({
      watch: (look) => [mine.ledger.watch(look, { stores: TELLABLE_STORES })],
      // a ledger that cannot be read has nothing to tell
      read: () => dueIn(mine, deps).catch(() => ''),
      tell(due, tried) {
        if (due !== '' && !(known && tried === undefined)) sendBack({ type: 'outbox.due' } satisfies SyncFact);
      },
    });
  });

/** The slots of `ecash-sync`; `purse`: of whoever is logged in. */
export const createSyncSlots = (purse: () => Purse, deps: SyncDeps) => ({
  'watch switch': fromCallback<SyncFact>(({ sendBack }) => {
    const { pubkey } = purse();
    const tell = () => sendBack({ type: 'sync.switched', isOn: deps.choice.get(pubkey).isOn } satisfies SyncFact);
    tell();
    return deps.choice.subscribe(tell);
  }),
  'watch network': fromCallback<SyncFact>(({ sendBack }) => {
    const tell = () => sendBack({ type: 'sync.occasion' } satisfies SyncFact);
    const leave = onChanged({
      watch: (look) => [deps.follow('relay-directory', look)],
      read: async () => deps.requests.relays('write').join(' '),
      tell: (_, before) => before !== undefined && tell(),
    });
    deps.window.addEventListener('online', tell);
    return () => {
      leave();
      deps.window.removeEventListener('online', tell);
    };
  }),
  'watch outbox': defineWatchOutbox(purse, deps),
  'tell relays': fromPromise<Pass, { everywhere: boolean }>(async ({ input: { everywhere }, signal }) => {
    const begun = deps.now();
    const told = await tellRelays(tellingOf(deps, purse()), everywhere, signal);
    return { told, tookMs: Math.max(0, deps.now() - begun) };
  }),
});
