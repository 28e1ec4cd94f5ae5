import type { AppSearch } from '#ui/search-params.ts';

/** The parameters that open the question before something is cleared (ROUTE-24). */
const CLEARS = [
  'clearCache',
  'clearContactsCache',
  'clearAllCaches',
  'clearSavedKeys',
  'clearStoredWallet',
  'resetPreferences',
] as const;

/** What the address asks to be cleared. */
export const clearIn = (search: AppSearch) => CLEARS.find((name) => search[name]);
