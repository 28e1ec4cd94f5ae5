import { isRecord, textsIn } from '#domain/record.ts';
import { accountSettings, type AccountSettings } from '#store/storage/account-settings.ts';
import type { StoredIn } from '#store/storage/stored-value.ts';

/** local storage: how each account takes ecash by private message */
const KEY = 'ecashByMessage';

/** How one account takes ecash by private message, in this browser. */
export type MessageSettings = {
  readonly receives: boolean;
  /** relays that this browser put on the list (kind 10050): of that it takes back no others */
  readonly named: readonly string[];
};

const read = (value: unknown): MessageSettings => {
  const { receives, named } = isRecord(value) ? value : {};
  return {
    receives: receives === true,
    named: textsIn(named),
  };
};

/** How accounts take ecash by private message. */
export type AllMessageSettings = AccountSettings<MessageSettings>;

/** The settings of each account, in this browser. */
export const createMessageSettings = (place: StoredIn): AllMessageSettings => accountSettings(place, KEY, read);
