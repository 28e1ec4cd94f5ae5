import { DEFAULT_HASHTAGS } from '#domain/feed/default-hashtags.ts';
import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';

/** What a person chose for the look and the feed; every field is its own key of the local storage. */
export type Preferences = {
  /** 'Dark Mode'; undefined: as the device is set (CACHE-32) */
  readonly darkMode: boolean | undefined;
  /** 'ASCII Mode': pictures as ASCII art (FEED-12) */
  readonly useAscii: boolean;
  /** 'Color Mode': colours the ASCII art; has effect only with it (FEED-13) */
  readonly useColor: boolean;
  /** 'Image Mode': the feed as a gallery of pictures (FEED-11) */
  readonly imageMode: boolean;
  /** 'Image Notes Only' (FEED-10) */
  readonly filterByImageNotesOnly: boolean;
  readonly showReplies: boolean;
  readonly showReposts: boolean;
  /** 'Follow Only'; has effect only for a logged-in user (FEED-07) */
  readonly filterByFollow: boolean;
  /** the NSFW Disrespector cannot be switched off (SET-06) */
  readonly nsfwBlock: true;
  readonly customHashtags: readonly string[];
  /** name the app in what is published (NIP-89) */
  readonly clientTag: boolean;
  /** tag of the language the app speaks (BCP 47); '' for that of the browser */
  readonly language: string;
  /** shortcuts of one character; they can be in the way of speech input (WCAG 2.1.4) */
  readonly shortcuts: boolean;
};

export type PreferenceStore = {
  get<Key extends keyof Preferences>(key: Key): Preferences[Key];
  set<Key extends keyof Preferences>(key: Key, value: Preferences[Key]): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = StoredIn & {
  /** the browser would not keep a choice: its storage is full or blocked; told once */
  readonly onUnsaved?: () => void;
};

const flag = (json: string): boolean | undefined => (json === 'true' ? true : json === 'false' ? false : undefined);

const tag = (json: string): string | undefined => /^"([\w-]*)"$/.exec(json)?.[1];

const hashtags = (json: string): readonly string[] | undefined => {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((tag) => typeof tag === 'string' && tag.trim()) ? list : undefined;
  } catch {
    return undefined;
  }
};

/** Reads a saved value back; undefined for one that makes no sense. */
const parsers: { [Key in keyof Preferences]: (json: string) => Preferences[Key] | undefined } = {
  darkMode: flag,
  useAscii: flag,
  useColor: flag,
  imageMode: flag,
  filterByImageNotesOnly: flag,
  showReplies: flag,
  showReposts: flag,
  filterByFollow: flag,
  nsfwBlock: () => true,
  customHashtags: hashtags,
  clientTag: flag,
  language: tag,
  shortcuts: flag,
};

/** The values of a fresh install (SET-11). */
const defaults: Preferences = {
  darkMode: undefined,
  useAscii: false,
  useColor: true,
  imageMode: false,
  filterByImageNotesOnly: false,
  showReplies: true,
  showReposts: true,
  filterByFollow: false,
  nsfwBlock: true,
  customHashtags: DEFAULT_HASHTAGS,
  clientTag: true,
  language: '',
  shortcuts: true,
};

/** What holds after a reset (CACHE-25 to CACHE-27): not the same as in a fresh install. */
export const AFTER_RESET: Partial<Preferences> = {
  darkMode: true,
  useAscii: true,
  useColor: true,
  showReplies: true,
  showReposts: true,
  nsfwBlock: true,
  filterByImageNotesOnly: true,
  filterByFollow: false,
  customHashtags: DEFAULT_HASHTAGS,
};

const keys = Object.keys(defaults) as (keyof Preferences)[];

/** The preferences of this browser. Storage that is blocked, full or holds nonsense costs nothing but the memory of it. */
export const createPreferences = ({ onUnsaved, ...place }: Deps): PreferenceStore => {
  const read = <Key extends keyof Preferences>(key: Key, json: string | null): Preferences[Key] =>
    (json === null ? undefined : parsers[key](json)) ?? defaults[key];
  const values = storedValue(
    place,
    keys,
    (text) => Object.fromEntries(keys.map((key) => [key, read(key, text(key))])) as Preferences,
  );
  let tellUnsaved = onUnsaved;
  return {
    get: (key) => values.get()[key],
    set(key, value) {
      if (values.write({ [key]: value === undefined ? null : JSON.stringify(value) })) return;
      tellUnsaved?.();
      tellUnsaved = undefined;
    },
    subscribe: values.subscribe,
  };
};
