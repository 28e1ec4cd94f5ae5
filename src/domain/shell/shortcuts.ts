/** What a press on the keyboard can ask for. */
export type Shortcut =
  | 'next'
  | 'previous'
  | 'open'
  | 'reply'
  | 'like'
  | 'repost'
  | 'write'
  | 'search'
  | 'show new'
  | 'back'
  | 'help'
  | 'feed'
  | 'notifications'
  | 'profile'
  | 'settings'
  | 'inspect';

/** The keys of each shortcut as they are written on the help sheet; two after each other are pressed one by one. */
export const SHORTCUT_KEYS: Readonly<Record<Shortcut, readonly (readonly string[])[]>> = {
  next: [['j']],
  previous: [['k']],
  open: [['o'], ['Enter']],
  reply: [['r']],
  like: [['l']],
  repost: [['t']],
  write: [['n']],
  search: [['/']],
  'show new': [['.']],
  back: [['u'], ['Escape']],
  help: [['?']],
  feed: [['g', 'h']],
  notifications: [['g', 'n']],
  profile: [['g', 'p']],
  settings: [['g', 's']],
  inspect: [['g', 'i']],
};

/** The key that the ways to a place begin with. */
export const CHORD_KEY = 'g';

const byKeys: ReadonlyMap<string, Shortcut> = new Map(
  Object.entries(SHORTCUT_KEYS).flatMap(([shortcut, ways]) =>
    ways.map((keys) => [keys.join(' '), shortcut as Shortcut] as const),
  ),
);

/** What a key asks for; after CHORD_KEY, where it leads. */
export const shortcutOf = (key: string, afterChord = false): Shortcut | undefined =>
  byKeys.get(afterChord ? `${CHORD_KEY} ${key}` : key);

/** Held down, these go on from note to note; others ask once. */
export const mayRepeat = (key: string): boolean => key === 'j' || key === 'k';

/** Keys that are no character: they are in nobody's way when they are pressed by speech (WCAG 2.1.4). */
export const isNamedKey = (key: string): boolean => key.length > 1;

type Press = { readonly key: string; readonly code: string; readonly shiftKey: boolean };

const CODES: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Slash: ['/', '?'],
  Period: ['.', '>'],
};

/**
 * The key that was pressed: the character it writes; on a keyboard that writes other letters than Latin ones, what stands
 * in its place on an English one. Undefined for a key that asks for nothing.
 */
export const pressedKey = ({ key, code, shiftKey }: Press): string | undefined => {
  const written = shiftKey ? key : key.length === 1 ? key.toLowerCase() : key;
  if (written === CHORD_KEY || byKeys.has(written)) return written;
  if (!/^[^\0-\x7f]$/.test(key)) {
    const place = /^[a-z]$/.test(written) ? shortcutOf(written, true) : undefined;
    return place === undefined ? undefined : written;
  }
  const letter = shiftKey ? undefined : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  return letter ?? CODES[code]?.[shiftKey ? 1 : 0];
};
