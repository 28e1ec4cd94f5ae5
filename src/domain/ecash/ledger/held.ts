import { isOut, type Operation } from './operation.ts';

type Mint = { readonly url: string; readonly balance: number; readonly held: number };
type Stand<One extends Mint> = { readonly mints: readonly One[]; readonly open: readonly Operation[] };

/** What is in tokens of a mint that somebody may take at any time. */
const outAt = (open: readonly Operation[], url: string): number =>
  open.filter((record) => isOut(record) && record.mint === url).reduce((sum, { amount }) => sum + amount, 0);

/**
 * What somebody has: what can be spent, and what operations have set aside, which comes back or is paid. What is out in tokens
 * is not counted. `balance` of each mint the same.
 */
export const heldEcash = <One extends Mint>({ mints, open }: Stand<One>) => {
  const held = mints.map((mint) => ({
    ...mint,
    balance: mint.balance + Math.max(0, mint.held - outAt(open, mint.url)),
  }));
  const sum = (all: readonly Mint[]) => all.reduce((total, { balance }) => total + balance, 0);
  return { mints: held, balance: sum(held), aside: sum(held) - sum(mints) };
};
