import { NUTZAPS_OVER_MOST } from '#domain/ecash/ecash-limits.ts';
import type { NamedBefore } from '#domain/ecash/nutzaps/nutzap-info.ts';
import { isRecord, textsIn } from '#domain/record.ts';
import { accountSettings, type AccountSettings } from '#store/storage/account-settings.ts';
import type { StoredIn } from '#store/storage/stored-value.ts';

/** local storage: how each account takes nutzaps */
const KEY = 'nutzaps';

/** How one account takes nutzaps, in this browser. */
export type NutzapSettings = {
  /** undefined as long as the user did not say: then they take them once they use a mint */
  readonly receives: boolean | undefined;
  /** what comes is taken at once, else when the user says so */
  readonly byHand: boolean;
  /** what is taken goes on to the Lightning wallet that is connected */
  readonly toWallet: boolean;
  /** what this browser published last */
  readonly named: NamedBefore;
  /** seconds; what is older was looked at, for these keys, of these mints, on these relays */
  readonly since: number;
  readonly reached: readonly string[];
  /** ids of those that are never taken */
  readonly over: readonly string[];
};

export const FIRST_NUTZAP_SETTINGS: NutzapSettings = {
  receives: undefined,
  byHand: false,
  toWallet: false,
  named: { mints: [], relays: [] },
  since: 0,
  reached: [],
  over: [],
};

const read = (value: unknown): NutzapSettings => {
  if (!isRecord(value)) return FIRST_NUTZAP_SETTINGS;
  const { receives, byHand, toWallet, named, since, reached, over } = value;
  const places = isRecord(named) ? named : {};
  return {
    receives: typeof receives === 'boolean' ? receives : undefined,
    byHand: byHand === true,
    toWallet: toWallet === true,
    named: { mints: textsIn(places.mints), relays: textsIn(places.relays) },
    since: typeof since === 'number' && Number.isSafeInteger(since) && since > 0 ? since : 0,
    reached: textsIn(reached),
    over: textsIn(over).slice(-NUTZAPS_OVER_MOST),
  };
};

/** How accounts take nutzaps. */
export type AllNutzapSettings = AccountSettings<NutzapSettings>;

/** The settings of each account, in this browser. */
export const createNutzapSettings = (place: StoredIn): AllNutzapSettings => accountSettings(place, KEY, read);
