import { WALLET_MAX_TAGS } from '#domain/ecash/ecash-limits.ts';
import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { isScalar } from '#domain/ecash/proof.ts';
import { readTags, valuesOf, type Tag } from './event-parts.ts';

/*
 * The wallet event (kind 17375, NIP-60), and the backup event (kind 375), which the conventional library writes with the same
 * content. The plain content is for the ecash worker and the account's signer alone.
 */

/** What a wallet event says. */
export type WalletContent = {
  readonly mints: readonly string[];
  /** hex; open what others locked for this wallet, never the key of the account */
  readonly privkeys: readonly string[];
  /** tags that this app does not know */
  readonly rest: readonly Tag[];
};

/** Reads the plain content of a wallet event or of a backup event. Throws 'event-unreadable'. */
export const parseWalletContent = (plain: string): WalletContent => {
  const tags = readTags(plain).slice(0, WALLET_MAX_TAGS);
  const isKey = ([name, value = '']: Tag) => name === 'privkey' && isScalar(value);
  return {
    mints: [...new Set(valuesOf(tags, 'mint'))],
    privkeys: [...new Set(valuesOf(tags.filter(isKey), 'privkey'))],
    rest: tags.filter((tag) => tag[0] !== 'mint' && !isKey(tag)),
  };
};

/** Writes a content. Throws 'backup-no-key' without a private key (WEV-05). */
export const buildWalletContent = ({ mints, privkeys, rest }: WalletContent): string => {
  if (privkeys.length === 0) throw new EcashError({ code: 'backup-no-key' });
  return JSON.stringify([
    ...privkeys.map((key) => ['privkey', key]),
    ...mints.map((mint) => ['mint', mint]),
    ...rest,
  ] satisfies Tag[]);
};

/** Name of an old wallet event among those of its author. */
const nameOf = ({ tags }: NostrEvent): string => valuesOf(tags, 'd')[0] ?? '';

/** The mints that an old wallet event names in the open; its content has the same form as that of a new one. */
export const openMints = ({ tags }: Pick<NostrEvent, 'tags'>): readonly string[] => valuesOf(tags, 'mint');

/** The newest of each old wallet (kind 37375) that was not given up. */
export const oldWallets = (events: readonly NostrEvent[]): readonly NostrEvent[] => {
  const old = events.filter(({ kind }) => kind === KIND.cashuWalletOld);
  const each = [...new Set(old.map(nameOf))].map((name) => newest(old.filter((event) => nameOf(event) === name))!);
  return each.filter(({ tags }) => !tags.some(([name]) => name === 'deleted'));
};

/** Those whose mints count still: whoever wrote a new wallet event later has said which ones they use. */
export const unreplaced = (old: readonly NostrEvent[], wallet: NostrEvent | undefined): readonly NostrEvent[] =>
  old.filter(({ created_at: at }) => !wallet || at > wallet.created_at);
