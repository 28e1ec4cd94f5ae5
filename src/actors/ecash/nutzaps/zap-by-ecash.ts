import { awaitsPayment } from '#domain/ecash/ledger/deposit.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import { untilThere } from '#domain/listeners.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import type { WrittenZap, ZapStand } from '#domain/wallet/zap-wish.ts';
import type { Ecash } from '#ports/ecash.ts';
import type { Nutzaps } from '#ports/nutzaps.ts';
import type { Zapping } from '#ports/zapping.ts';
import { takesEcash } from '#domain/ecash/nutzaps/takes-ecash.ts';
import { createNutzapInfos, type NutzapInfosDeps } from './nutzap-infos.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';

type GiftDeps = NutzapInfosDeps & {
  /** who is logged in, hex */
  readonly account: () => string | undefined;
  readonly ecash: {
    readonly start: () => Promise<void>;
    readonly running: () => Ecash | undefined;
    /** whether something of it was under way when the last visit ended */
    readonly isTraced: () => boolean;
  };
};

/** Where the payment of an invoice stands. */
type PhaseOf = (invoice: string) => PaymentPhase | undefined;

/** Where an invoice for a gift stands, which is nothing to speak of as long as no wallet is to pay it. */
const standOfInvoice = (record: Operation, phaseOf: PhaseOf): ZapStand | undefined => {
  if (record.phase === 'attention') return 'not known';
  const paying = phaseOf(record.quote?.invoice ?? '');
  if (!awaitsPayment(record) || paying === 'settled') return 'sending';
  if (paying === 'unknown') return 'not known';
  return paying === 'requested' || paying === 'sent' ? 'sending' : undefined;
};

/** Where ecash that is given stands, as the record says it. */
const standOfRecord = (record: Operation, phaseOf: PhaseOf): ZapStand | undefined => {
  if (record.kind === 'deposit') return standOfInvoice(record, phaseOf);
  if (isOut(record)) return record.delivery?.deliveredAt === undefined ? 'sending' : 'sent';
  return record.phase === 'unknown' || record.phase === 'attention' ? 'not known' : 'sending';
};

const zapOfRecord = (record: Operation, phaseOf: PhaseOf): readonly WrittenZap[] => {
  const { id, gives, amount } = record;
  const stand = standOfRecord(record, phaseOf);
  return stand === undefined ? [] : [{ id, sats: gives ?? amount, stand }];
};

const isFor = (target: string) => (record: Operation) =>
  record.delivery !== undefined && (record.delivery.note?.id ?? record.person) === target;

const wasFor =
  (target: string) =>
  ({ kind, isNutzap, zapped, person, outcome }: HistoryRow) =>
    kind === 'send' && isNutzap === true && (zapped ?? person) === target && outcome === 'taken';

/** Ecash as a way to zap: what it needs of ecash starts once somebody takes any. */
export const createZapByEcash = (deps: GiftDeps) => {
  const { ecash, account } = deps;
  const infos = createNutzapInfos(deps);
  const giving = async (): Promise<Nutzaps> => {
    await ecash.start();
    const running = ecash.running();
    if (!running) throw new WalletError({ code: 'not-connected' });
    return running.nutzaps;
  };
  const gift: Zapping['gift'] = async (pubkey) => {
    if ([undefined, pubkey].includes(account()) || !takesEcash(await infos.of(pubkey))) return undefined;
    const nutzaps = await giving();
    const { stand } = ecash.running()!;
    await untilThere(stand);
    const hasWallet = stand.get()?.exists === true;
    const offer = await nutzaps.offer(pubkey);
    return { ...offer, ...(!hasWallet && { through: undefined }), fee: nutzaps.fee, price: nutzaps.price, hasWallet };
  };
  return {
    giving,
    gift,
    given: {
      async read() {
        if (account() === undefined || !ecash.isTraced()) return;
        await ecash.start();
        const { stand } = ecash.running() ?? {};
        if (stand) await untilThere(stand);
      },
      zaps(target: string, phaseOf: PhaseOf): readonly WrittenZap[] {
        const { open = [], history = [] } = ecash.running()?.stand.get() ?? {};
        return [
          ...open.filter(isFor(target)).flatMap((record) => zapOfRecord(record, phaseOf)),
          ...history
            .filter(wasFor(target))
            .map(({ operation, amount }) => ({ id: operation, sats: amount, stand: 'sent' as const })),
        ];
      },
      // gifts of this visit are charts, which tell of themselves
      subscribe: (listener: () => void) => ecash.running()?.stand.subscribe(listener) ?? (() => {}),
    },
  };
};
