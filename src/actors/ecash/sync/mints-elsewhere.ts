import { openMints } from '#domain/ecash/events/wallet-event.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import { NOTHING_SEEN } from '#domain/ecash/mints/mint-tally.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import { SECOND } from '#domain/units.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { isMintInUse } from '#actors/ecash/mint-in-use.ts';
import type { Mints } from '#actors/ecash/mints.ts';
import type { WalletOnRelays } from './told-by-relays.ts';

/** What is known of it is asked for once it is in the list. */
export const listMint = async ({ ledger, now }: Pick<EcashDeps, 'ledger' | 'now'>, url: string): Promise<void> => {
  if ((await ledger.mints.all()).some((row) => row.url === url)) return;
  await ledger.mints.change(url, (row) => row ?? { url, addedAt: now(), tally: NOTHING_SEEN });
};

/** The addresses of a list that are asked at all, as they are named everywhere. */
export const allowedMints = (urls: readonly string[], loopback: boolean): readonly string[] =>
  urls.flatMap((url) => {
    try {
      return [mintUrl(url, loopback)];
    } catch {
      return [];
    }
  });

type Place = Pick<EcashDeps, 'ledger'>;

/** Notes that a mint was left elsewhere. */
const mark = async ({ ledger }: Place, url: string, leftAt: number): Promise<void> => {
  await ledger.mints.change(url, (row) => (row && row.leftAt !== leftAt ? { ...row, leftAt } : undefined));
};

/** A mint that was left elsewhere is used after all. */
const keepMint = async ({ ledger }: Place, url: string): Promise<void> => {
  await ledger.mints.change(url, (row) => {
    if (row?.leftAt === undefined) return undefined;
    const { leftAt: _, ...rest } = row;
    return rest;
  });
};

/** What was left elsewhere goes as soon as nothing of ours is there. */
const leaveEmpty = async ({ ledger }: Place): Promise<void> => {
  for (const { url, leftAt } of await ledger.mints.all())
    if (leftAt !== undefined && !(await isMintInUse(ledger, url))) await ledger.mints.remove(url);
};

/** Somebody chose a mint: it becomes one's own, also where it was left elsewhere. */
export const makeOwn = async (
  { mints, ledger }: Place & { readonly mints: Pick<Mints, 'use'> },
  facts: MintFacts,
): Promise<void> => {
  await mints.use(facts);
  await keepMint({ ledger }, facts.url);
};

/** Marks what another device left since this one told of its mints last, and takes the mark off what it uses again. */
const compare = async (deps: Place, theirs: ReadonlySet<string>, before: ReadonlySet<string>, at: number) => {
  for (const { url, leftAt } of await deps.ledger.mints.all()) {
    if (theirs.has(url) && leftAt !== undefined) await keepMint(deps, url);
    if (!theirs.has(url) && before.has(url)) await mark(deps, url, at);
  }
};

/**
 * The mints that the owner uses elsewhere are used here, too, and one that was left elsewhere is left here as soon as nothing is
 * there. One that was left here stays so until another device adds it anew.
 */
export const takeMints = async (
  deps: Pick<EcashDeps, 'ledger' | 'now'>,
  { wallet, oldWallets }: Pick<WalletOnRelays, 'wallet' | 'oldWallets'>,
  loopback: boolean,
): Promise<void> => {
  const { ledger } = deps;
  const told = (await ledger.outbox.all()).find(({ kind }) => kind === 'wallet');
  const toldAt = told?.event?.created_at ?? -Infinity;
  const before = new Set(told?.says?.mints);
  const current = wallet && wallet.event.created_at >= toldAt ? wallet : undefined;
  const theirs = new Set(allowedMints(current?.mints ?? [], loopback));
  const old = oldWallets.filter(({ created_at: at }) => at > toldAt).flatMap(openMints);
  for (const url of new Set([...theirs, ...allowedMints(old, loopback)]))
    if (!before.has(url)) await listMint(deps, url);
  // what this device told of is the last word unless another one came after it; a list that cannot be read says nothing
  if (current && theirs.size > 0 && current.event.id !== told?.event?.id)
    await compare(deps, theirs, before, current.event.created_at * SECOND);
  await leaveEmpty(deps);
};
