import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { keepHere } from '#domain/ecash/ledger/ledger-change.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { Redeemed } from '#ports/wallet.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import { ended } from '#actors/ecash/ended.ts';
import { isSpentElsewhere, overAgain } from '#actors/ecash/free-proofs.ts';

type Books = Pick<Ledger, 'operation' | 'operations' | 'known' | 'watch' | 'change'>;

export type NutzapToWalletDeps = {
  readonly ledger: (pubkey: string) => Books;
  /** whether the user wants that */
  readonly isWanted: (pubkey: string) => boolean;
  /** Sends what was taken on to the Lightning wallet. */
  readonly redeem: (taken: Redeemed) => Promise<void>;
  /** is told how it ended: why it stays ecash, or undefined */
  readonly tell: (pubkey: string, notSentOn: EcashProblem | undefined) => void;
  /** ms since the epoch */
  readonly now: () => number;
};

/** What nutzaps bring goes on to the Lightning wallet, where the user wants that. Neither rejects. */
export type NutzapToWallet = {
  /** Something was taken by this operation. */
  taken(pubkey: string, operation: string): Promise<void>;
  /** Goes on with what a visit before took and did not begin to send on. */
  resume(pubkey: string): Promise<void>;
};

const isTaken = ({ phase }: Operation): boolean => phase === 'committed' || phase === 'published';

/** Whether a payment for it, by whichever tab or device, is done or under way. */
const isUnderWay = async (ledger: Books, id: string): Promise<boolean> => {
  const record = await ledger.operation(id);
  if (record?.onward === undefined) return record !== undefined && (await isSpentElsewhere({ ledger }, record));
  const payment = await ledger.operation(record.onward);
  return payment !== undefined && (payment.phase !== 'fenced' || payment.trouble?.code === 'token-spent');
};

/**
 * That it is to be sent on stands in the record that takes it, and goes with the payment for that: the two are written down at
 * once, so it is paid once, whoever begins with it and whenever that is broken off. Of two devices with the same words both took
 * it, for they have the same ecash: the mint lets one of them pay with it, and the other one says nothing.
 */
export const createNutzapToWallet = ({ ledger, isWanted, redeem, tell, now }: NutzapToWalletDeps): NutzapToWallet => {
  const begun = new Set<string>();
  const keep = (mine: Books, id: string) =>
    overAgain(async () => {
      const record = await mine.operation(id);
      if (record?.sendsOn) await mine.change(keepHere(record, now()));
    });
  const send = async (pubkey: string, id: string) => {
    const mine = ledger(pubkey);
    const record = await ended(mine, id);
    if (!record?.sendsOn || !isTaken(record) || !isWanted(pubkey)) return;
    if (await isSpentElsewhere({ ledger: mine }, record)) return await keep(mine, id);
    try {
      await redeem({ mint: record.mint, sats: record.got, operation: id });
      tell(pubkey, undefined);
    } catch (error) {
      if (error instanceof LedgerError) return;
      if (await isUnderWay(mine, id)) return await keep(mine, id);
      // nothing was asked for yet: the wallet may come
      if (!(error instanceof WalletError) || error.problem.code !== 'not-connected') await keep(mine, id);
      tell(pubkey, error instanceof EcashError ? error.problem : { code: 'redeem-failed' });
    }
  };
  const once = async (pubkey: string, id: string) => {
    if (begun.has(id)) return;
    begun.add(id);
    // a ledger that cannot be read is told elsewhere; the money stays where it is
    await send(pubkey, id).catch(() => {});
    begun.delete(id);
  };
  return {
    taken: async (pubkey, operation) => {
      if (isWanted(pubkey)) await once(pubkey, operation);
    },
    resume: async (pubkey) => {
      if (!isWanted(pubkey)) return;
      const all = await ledger(pubkey)
        .operations('all')
        .catch(() => []);
      const due = all.filter(({ sendsOn, phase }) => sendsOn && phase !== 'fenced');
      await Promise.all(due.map(({ id }) => once(pubkey, id)));
    },
  };
};
