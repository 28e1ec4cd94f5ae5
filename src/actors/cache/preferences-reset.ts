import { AFTER_RESET, type PreferenceStore, type Preferences } from '#store/settings/preferences.ts';

/** The keys that a reset clears (CACHE-29); others, such as imageMode, the mute flags and notificationsLastSeen, stay. */
const CLEARED = [
  'darkMode',
  'useAscii',
  'useColor',
  'showReplies',
  'showReposts',
  'nsfwBlock',
  'filterByFollow',
  'filterByImageNotesOnly',
  'customHashtags',
  'currentIndex',
  'showProfileMeta',
] as const;

type Deps = {
  /** undefined where the browser blocks it: then there is nothing to clear */
  readonly storage: Pick<Storage, 'removeItem'> | undefined;
  readonly preferences: PreferenceStore;
  /** Brings the relays of the start back (CACHE-28). */
  readonly restoreRelays: () => void;
};

/** Resets the preferences. Throws before anything changed when the storage fails. */
export const resetPreferences = ({ storage, preferences, restoreRelays }: Deps): void => {
  for (const key of CLEARED) storage?.removeItem(key);
  for (const [key, value] of Object.entries(AFTER_RESET)) preferences.set(key as keyof Preferences, value);
  restoreRelays();
};
