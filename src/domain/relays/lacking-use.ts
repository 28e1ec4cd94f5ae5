import { readsFrom, writesTo } from './relay-permission.ts';
import type { RelayEntry } from './relay-set.ts';

/** What a set of relays must be used for, or nothing comes or nothing goes out. */
export type NeededUse = 'read' | 'write';

const NEEDED = [
  ['read', readsFrom],
  ['write', writesTo],
] as const;

/** What none of these relays is used for. */
export const lackingUses = (entries: readonly Pick<RelayEntry, 'permission'>[]): readonly NeededUse[] =>
  NEEDED.filter(([, serves]) => !entries.some(({ permission }) => serves(permission))).map(([use]) => use);

/** What no relay is used for any more once this one is removed. */
export const usesLostWithout = (url: string, entries: readonly RelayEntry[]): readonly NeededUse[] => {
  const lackingNow = lackingUses(entries);
  return lackingUses(entries.filter((entry) => entry.url !== url)).filter((use) => !lackingNow.includes(use));
};
