import { awaitsPayment } from '#domain/ecash/ledger/deposit.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { isOut, isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import { mintsInCommon, mintToGiveThrough, nutzapTargets } from '#domain/ecash/nutzaps/nutzap-targets.ts';
import type { ZapWish } from '#domain/wallet/zap-wish.ts';
import type { EcashStand } from '#ports/ecash.ts';
import type { Nutzaps, NutzapStand } from '#ports/nutzaps.ts';
import type { AllNutzapSettings } from '#store/ecash/nutzap-settings.ts';
import { costsOfSend } from '#actors/ecash/operations/costs.ts';
import { createListeners } from '#domain/listeners.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import { makeOwn } from '#actors/ecash/sync/mints-elsewhere.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { WaitingNutzaps } from './waiting-nutzaps.ts';
import {
  beginNutzap,
  beginNutzapByInvoice,
  giveUpInvoice,
  priceOfNutzap,
} from '#actors/ecash/operations/nutzap-giving.ts';
import type { NutzapInfos } from './nutzap-infos.ts';
import { takeNutzap } from './nutzap-slots.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';

export type NutzapsDeps = {
  readonly purse: () => Purse | undefined;
  readonly stand: () => EcashStand | undefined;
  readonly waiting: () => WaitingNutzaps | undefined;
  readonly settings: AllNutzapSettings;
  readonly infos: NutzapInfos;
  /** where somebody looks for what is about them; never rejects */
  readonly readRelaysOf: (pubkey: string) => Promise<readonly string[]>;
  readonly begin: (act: (purse: Purse) => Promise<string>) => Promise<string>;
  /** An operation is looked at now, by the tab that acts. */
  readonly look: (operation: string) => void;
  /** something was taken by this operation */
  readonly taken: (pubkey: string, operation: string) => void;
  readonly onAccount: (listener: () => void) => () => void;
};

const NOTHING: NutzapStand = {
  receives: false,
  isElsewhere: false,
  isPublished: undefined,
  byHand: false,
  toWallet: false,
  notSentOn: undefined,
  waiting: [],
};

/** Of an invoice for a gift: whether it is paid, and whether what came went on. */
const invoicePhase = (record: Operation): PaymentPhase => {
  const { phase, onward } = record;
  if (phase === 'attention') return 'unknown';
  if (isOver(record)) return phase === 'fenced' || onward === undefined ? 'refused' : 'sent';
  return awaitsPayment(record) ? 'requested' : 'sent';
};

/** Where a gift stands, as the ledger says: it is given once a relay took it, or its recipient its ecash. */
export const giftPhase = (record: Operation): PaymentPhase => {
  if (record.kind === 'deposit') return invoicePhase(record);
  if (record.phase === 'fenced') return 'refused';
  if (isOver(record) || record.delivery?.deliveredAt !== undefined) return 'settled';
  if (isOut(record)) return 'sent';
  return record.phase === 'unknown' || record.phase === 'attention' ? 'unknown' : 'sent';
};

const createStandOf = ({ waiting, onAccount }: NutzapsDeps): Nutzaps['stand'] => {
  const listeners = createListeners();
  let [of, stop]: [WaitingNutzaps | undefined, () => void] = [undefined, () => {}];
  const attach = () => {
    const next = waiting();
    if (next === of) return;
    stop();
    of = next;
    stop = of?.subscribe(listeners.tell) ?? (() => {});
    listeners.tell();
  };
  onAccount(attach);
  attach();
  return {
    get() {
      attach();
      return of?.get() ?? NOTHING;
    },
    subscribe: listeners.subscribe,
  };
};

const mineOf =
  ({ purse }: NutzapsDeps) =>
  () =>
    purse() ?? fail('ecash-locked');

const createOffers = (deps: NutzapsDeps) => {
  const { stand, infos } = deps;
  const mine = mineOf(deps);
  return {
    async offer(recipient) {
      const info = await infos.of(recipient).catch(() => null);
      const here = stand()?.mints ?? [];
      const nameOf = (url: string) => here.find((mint) => mint.url === url)?.name ?? hostOf(url);
      const theirs = info?.mints ?? [];
      const { common } = mintsInCommon(here, theirs);
      // new ecash is made at our own mints before others
      const ours = mintsInCommon(
        here.filter(({ isOwn }) => isOwn),
        theirs,
      );
      const through = mintToGiveThrough(ours.common, ours.both, theirs);
      return {
        takes: info !== null,
        names: theirs.map(({ url }) => nameOf(url)),
        common: common.map(({ url, name, balance }) => ({ url, name, balance })),
        empty: ours.both.find(({ balance }) => balance === 0)?.url,
        through:
          through === undefined ? undefined : { url: through, name: nameOf(through), isOurs: ours.both.length > 0 },
      };
    },
    fee: async (mint, sats) =>
      (await costsOfSend(mine().deps, { mint, unit: DEFAULT_UNIT }, { amount: sats, isLocked: true, byEvent: true }))
        .fee,
    price: (mint, sats) => priceOfNutzap(mine().deps, mint, sats),
  } satisfies Partial<Nutzaps>;
};

const createGiving = (deps: NutzapsDeps) => {
  const { stand, infos, readRelaysOf, begin, look } = deps;
  const mine = mineOf(deps);
  /** How it comes to its recipient, as they take ecash now. */
  const drawUp = async ({ id, recipient, note, comment, anonymous }: ZapWish, mint: string) => {
    // nobody signs what gives it then, and what is locked to somebody does not come back
    refuseSecrets(comment);
    const told = await infos.now(recipient).catch(() => fail('nutzap-no-word'));
    const relays = nutzapTargets(told?.relays ?? [], await readRelaysOf(recipient));
    const info = told ?? fail('nutzap-not-taken');
    if (mint === '' || info.mints.length === 0) return fail('ecash-no-mints');
    const trusted = info.mints.find(({ url }) => url === mint) ?? fail('nutzap-no-common-mint');
    const delivery = { wish: id, mint: trusted.listed, comment, anonymous, relays, ...(note && { note }) };
    return { recipient, pubkey: info.pubkey, delivery };
  };
  return {
    async giveOncePaid(wish) {
      const { mint = '', sats } = wish;
      const gift = await drawUp(wish, mint);
      const operation = await begin(async (purse) => {
        const facts = await purse.mints.facts(mint).catch(() => fail('ecash-no-quote'));
        if (stand()?.mints.every(({ url, isOwn }) => url !== mint || !isOwn)) await makeOwn(purse, facts);
        return await beginNutzapByInvoice(purse.deps, { ...gift, mint, amount: sats });
      });
      const record = await mine().ledger.operation(operation);
      return record?.quote?.invoice ?? fail('ecash-no-quote');
    },
    async letGo(wish) {
      const operation = await giveUpInvoice(mine().deps, wish);
      if (operation !== undefined) look(operation);
    },
    async give(wish) {
      const gift = await drawUp(wish, wish.mint);
      await begin(({ deps: books }) => beginNutzap(books, { ...gift, mint: wish.mint, amount: wish.sats }));
    },
    follow(wish, tell) {
      const { ledger } = mine();
      return onChanged({
        watch: (look) => [ledger.watch(look, { stores: ['operations'] })],
        read: async () => (await ledger.operations('all')).findLast(({ delivery }) => delivery?.wish === wish),
        mark: giftPhase,
        tell: (record) => tell(giftPhase(record), record.trouble),
      });
    },
  } satisfies Partial<Nutzaps>;
};

type Refusal =
  | 'ecash-locked'
  | 'ecash-no-mints'
  | 'ecash-no-quote'
  | 'nutzap-no-word'
  | 'nutzap-not-taken'
  | 'nutzap-no-common-mint'
  | 'nutzap-over';

const fail = (code: Refusal): never => {
  throw new EcashError({ code });
};

/** See `Nutzaps`. */
export const createNutzaps = (deps: NutzapsDeps): Nutzaps => {
  const { purse, waiting, settings } = deps;
  return {
    stand: createStandOf(deps),
    set(change) {
      const pubkey = purse()?.pubkey;
      if (pubkey !== undefined) settings.change(pubkey, change);
    },
    async take(id) {
      const nutzap = waiting()?.one(id) ?? fail('nutzap-over');
      const look = await takeNutzap(deps, nutzap);
      if (look.type === 'begun' || look.type === 'over')
        waiting()?.end(id, look.type === 'begun' || look.why === 'taken');
      if (look.type === 'begun') {
        deps.taken(nutzap.recipient, look.operation);
        return look.operation;
      }
      if (look.type === 'later') waiting()?.note(id, look.problem);
      throw new EcashError(look.type === 'later' ? look.problem : { code: 'nutzap-over' });
    },
    ...createOffers(deps),
    ...createGiving(deps),
  };
};
