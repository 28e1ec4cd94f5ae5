import type { NostrEvent } from '#domain/protocol/event.ts';

/** The public keys of the people somebody mutes, and what else of others they do not want to see. */
export type Mutes = ReadonlySet<string> & {
  /** whether a word, a hashtag or the thread of a note is muted */
  readonly hides?: (note: NostrEvent) => boolean;
  /** how many of those there are; left out where there is none */
  readonly others?: Readonly<Record<'words' | 'hashtags' | 'threads', number>>;
  /** whether the list has an encrypted part that could not be opened: what it names is not hidden */
  readonly isSealed?: boolean;
  /** those of the people whom the encrypted part of the list alone names: others do not learn of them */
  readonly privately?: readonly string[];
};

/** Whether a note is kept from somebody: by its author, or by what is in it. */
export const isHidden = (muted: Mutes, note: NostrEvent): boolean =>
  muted.has(note.pubkey) || muted.hides?.(note) === true;

/** Everybody on the user's own list, `listed` in public: behind them whoever is muted privately. */
export const peopleOnOwnList = (listed: readonly string[], { privately = [] }: Mutes): readonly string[] => [
  ...new Set([...listed, ...privately]),
];
