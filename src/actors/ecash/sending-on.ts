import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import { ended } from './ended.ts';

/** Beside the money: what is to go on to the Lightning wallet and did not begin to yet. */
const NAME = 'sends-on';
type Waiting = { readonly operations: readonly string[] };

export type SendingOnDeps = {
  readonly ledger: (pubkey: string) => Pick<Ledger, 'operation' | 'watch' | 'beside'>;
  /** whether the user wants that */
  readonly isWanted: (pubkey: string) => boolean;
  /** Sends what was taken on to the Lightning wallet. */
  readonly redeem: (taken: { readonly mint: string; readonly sats: number }) => Promise<void>;
  /** is told how it ended: why it stays ecash, or undefined */
  readonly tell: (pubkey: string, notSentOn: EcashProblem | undefined) => void;
};

/** What nutzaps bring goes on to the Lightning wallet, where the user wants that. */
export type SendingOn = {
  /** Something was taken by this operation. */
  taken(pubkey: string, operation: string): void;
  /** Goes on with what a visit before did not begin with. */
  resume(pubkey: string): void;
};

/**
 * What is to be sent on is written down, and struck out before it is: whoever strikes it out sends it on, once. What is broken off after
 * that stays ecash, or is paid by what was written down of the payment itself.
 */
export const createSendingOn = ({ ledger, isWanted, redeem, tell }: SendingOnDeps): SendingOn => {
  const add = ({ beside }: Pick<Ledger, 'beside'>, operation: string) =>
    beside.change<Waiting>(NAME, (known) => ({ operations: [...new Set([...(known?.operations ?? []), operation])] }));
  /** Whether it was this one who struck it out. */
  const strike = async ({ beside }: Pick<Ledger, 'beside'>, operation: string): Promise<boolean> => {
    let wasThere = false;
    await beside.change<Waiting>(NAME, (known) => {
      wasThere = known?.operations.includes(operation) ?? false;
      return wasThere ? { operations: known!.operations.filter((one) => one !== operation) } : undefined;
    });
    return wasThere;
  };
  const send = async (pubkey: string, operation: string) => {
    const mine = ledger(pubkey);
    const record = await ended(mine, operation);
    if (!(await strike(mine, operation)) || !isWanted(pubkey)) return;
    if (record?.phase !== 'committed' && record?.phase !== 'published') return;
    try {
      await redeem({ mint: record.mint, sats: record.got });
      tell(pubkey, undefined);
    } catch (error) {
      // nothing was asked for yet: the wallet may come
      if (error instanceof WalletError && error.problem.code === 'not-connected') await add(mine, operation);
      tell(pubkey, error instanceof EcashError ? error.problem : { code: 'redeem-failed' });
    }
  };
  // a ledger that cannot be read is told elsewhere; the money stays where it is
  const quietly = (act: Promise<void>) => void act.catch(() => {});
  return {
    taken(pubkey, operation) {
      if (isWanted(pubkey)) quietly(add(ledger(pubkey), operation).then(() => send(pubkey, operation)));
    },
    resume(pubkey) {
      const all = async () => {
        const waiting = await ledger(pubkey).beside.get<Waiting>(NAME);
        for (const operation of waiting?.operations ?? []) quietly(send(pubkey, operation));
      };
      if (isWanted(pubkey)) quietly(all());
    },
  };
};
