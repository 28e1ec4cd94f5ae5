import { createListeners } from '#domain/listeners.ts';
import type { Mutes } from '#domain/social/muted.ts';
import { mutesAtStart } from '#domain/social/mutes-at-start.ts';
import type { AccountStore } from '#store/session/account.ts';

/** Whom and what the user of this browser mutes; nobody when nobody is logged in. */
export type Muted = {
  /** another object after each change */
  get(): Mutes;
  /** Replaces what one user mutes; the next visit begins with `kept` (see `keptMutes`), which others may read, else as this one. */
  set(owner: string, mutes: Mutes, kept?: string): void;
  /** settled once all that was kept of the user who is logged in acts: the first notes wait for it */
  readonly ready: Promise<unknown> | undefined;
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  /** undefined where the browser blocks storage */
  readonly storage: Storage | undefined;
  readonly account: AccountStore;
};

const PREFIX = 'nostrMuted_';

/** What is muted as this browser last knew it: it stays away from the first note on. */
export const createMuted = ({ storage, account }: Deps): Muted => {
  const { tell, subscribe } = createListeners();
  const known = new Map<string, Mutes>();
  let muted: Mutes = new Set();
  let ready: Promise<unknown> | undefined;
  const read = (owner: string): Mutes => {
    let text = '';
    try {
      text = storage?.getItem(PREFIX + owner) ?? '';
    } catch {
      // nobody is known
    }
    const [people = '', tags] = text.split('\n');
    const pubkeys = people.split(' ').filter(Boolean);
    const found: Mutes = tags ? mutesAtStart(pubkeys, tags) : new Set(pubkeys);
    // the code for words, hashtags and threads comes for those only who mute some; until then notes are held back
    if (tags)
      ready = import('#domain/social/mute-rules.ts')
        .then(({ mutesKept }) => {
          if (known.get(owner) === found) known.set(owner, mutesKept(text));
          look();
        })
        .catch(() => {});
    return found;
  };
  const look = () => {
    const { pubkey = '' } = account.get();
    const found = known.get(pubkey) ?? read(pubkey);
    known.set(pubkey, found);
    if (found === muted) return;
    muted = found;
    tell();
  };
  look();
  account.subscribe(look);
  return {
    ready,
    get: () => muted,
    set(owner, mutes, kept) {
      known.set(owner, mutes);
      try {
        if (kept !== undefined) storage?.setItem(PREFIX + owner, kept);
      } catch {
        // they are known until the page is closed
      }
      look();
    },
    subscribe,
  };
};
