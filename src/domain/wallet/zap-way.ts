import { toMsats } from '#domain/msats.ts';
import { paymentProblem, type PayParameters } from './lnurl-pay.ts';
import { divideAmong, type ZapShare } from './zap-split.ts';
import type { LnurlProblem } from './zap-problem.ts';

/**
 * With what one person is given: over Lightning, by whatever pays zaps; with ecash of a mint where we have some; or with ecash
 * that a mint makes for it and the Lightning wallet pays for.
 */
export type ZapWay =
  | { readonly by: 'lightning' }
  | { readonly by: 'ecash'; readonly mint: string }
  | { readonly by: 'wallet'; readonly mint: string };

/** What one person takes. Amounts in sats. */
export type Taker = {
  /** their address takes zaps */
  readonly lightning: boolean;
  /** what the provider of their address says; left out while it is not known */
  readonly provider?: PayParameters | undefined;
  /** mints of theirs where we have something */
  readonly common: readonly { readonly url: string; readonly balance: number }[];
  /** the mint over which the Lightning wallet can give ecash; undefined when it cannot */
  readonly through: string | undefined;
};

/** What the user pays with where that can be taken; `mint`: with the ecash of this mint alone. */
export type ZapPreference = { readonly by: 'lightning' } | { readonly by: 'ecash'; readonly mint?: string | undefined };

export const LIGHTNING = { by: 'lightning' } as const satisfies ZapWay;

/** Whether somebody can be given anything at all. */
export const takesAnything = ({ lightning, common, through }: Taker): boolean =>
  lightning || common.length > 0 || through !== undefined;

/**
 * The way to each of several who get these parts, in the same order. What is wished for comes first, then Lightning, then whatever
 * they take; ecash is given only as far as it lasts. Where nothing is left it is Lightning, which says why it cannot be.
 */
export const chooseWays = (
  takers: readonly Taker[],
  parts: readonly number[],
  wish: ZapPreference,
): readonly ZapWay[] => {
  const left = new Map(takers.flatMap(({ common }) => common.map(({ url, balance }) => [url, balance] as const)));
  const ecash = ({ common }: Taker, part: number, mint?: string): ZapWay | undefined => {
    const found = common.find(({ url }) => (mint === undefined || url === mint) && left.get(url)! >= part);
    if (!found) return undefined;
    left.set(found.url, left.get(found.url)! - part);
    return { by: 'ecash', mint: found.url };
  };
  return takers.map((taker, index) => {
    const part = parts[index] ?? 0;
    const wished = wish.by === 'ecash' && part > 0 ? ecash(taker, part, wish.mint) : undefined;
    if (wished) return wished;
    if (taker.lightning || part === 0) return LIGHTNING;
    const wallet: ZapWay | undefined = taker.through === undefined ? undefined : { by: 'wallet', mint: taker.through };
    const own = wish.by === 'lightning' && wallet ? undefined : ecash(taker, part);
    return own ?? wallet ?? LIGHTNING;
  });
};

/** Why their address does not take so much, or so little. */
export type PayeeAmountProblem = Extract<LnurlProblem, { readonly code: 'amount-below' | 'amount-above' }>;

/** The same for who is given this over Lightning; undefined where they take it, where they take no zaps, and while it is not known. */
export const amountProblem = ({ provider }: Taker, sats: number): PayeeAmountProblem | undefined => {
  const problem = provider && paymentProblem(provider, { msats: toMsats(sats), comment: '', zap: true });
  return problem?.code === 'amount-below' || problem?.code === 'amount-above' ? problem : undefined;
};

/**
 * What each of those who share gets, in whole sats, and by which way, in the same order. Who takes nothing, or not what would come to
 * them (`problems`), gets nothing, and the others get it.
 */
export const shareOut = (
  sats: number,
  { shares, takers }: { readonly shares: readonly ZapShare[]; readonly takers: readonly Taker[] },
  wish: ZapPreference,
) => {
  const problems: (PayeeAmountProblem | undefined)[] = shares.map(() => undefined);
  for (;;) {
    const parts = divideAmong(sats, shares, (share) => {
      const at = shares.indexOf(share);
      return problems[at] === undefined && takesAnything(takers[at]!);
    });
    const ways = chooseWays(takers, parts, wish);
    const problemOf = (part: number, at: number) =>
      part > 0 && ways[at]!.by === 'lightning' ? amountProblem(takers[at]!, part) : undefined;
    // one after the other: what it would have got may be enough for another one
    const at = parts.findLastIndex((part, index) => problemOf(part, index) !== undefined);
    if (at === -1) return { parts, ways, problems };
    problems[at] = problemOf(parts[at]!, at);
  }
};

/**
 * The way to one person, to begin with: ecash that is here, else Lightning. Who takes no Lightning for certain is given ecash, also
 * where there is not enough of it; who was only not reached may take it.
 */
export const wayToOne = (taker: Taker, sats: number, refusesLightning: boolean): ZapWay => {
  const way = chooseWays([taker], [sats], { by: 'ecash' })[0]!;
  const [mint] = taker.common;
  return way.by === 'lightning' && refusesLightning && mint ? { by: 'ecash', mint: mint.url } : way;
};

/** Whether there is not enough of the ecash with which somebody is to be given so much. */
export const isShortOf = ({ common }: Taker, way: ZapWay, sats: number): boolean =>
  way.by === 'ecash' && (common.find(({ url }) => url === way.mint)?.balance ?? 0) < sats;

/** How much of it a Lightning wallet pays; undefined where it pays nothing. `isByEcash`: ecash pays what goes over Lightning. */
export const ofWallet = (given: {
  readonly ways: readonly ZapWay[];
  readonly parts: readonly number[];
  readonly isByEcash: boolean;
}): number | undefined => {
  const paid = given.parts.filter((_, at) => {
    const { by } = given.ways[at]!;
    return by === 'wallet' || (by === 'lightning' && !given.isByEcash);
  });
  return paid.length === 0 ? undefined : paid.reduce((sum, part) => sum + part, 0);
};
