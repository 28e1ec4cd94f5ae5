import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { AccountStore } from '#store/session/account.ts';
import { relaySetKey, savedRelays } from '#store/relays/relay-set.ts';
import { changedSet, hasRelays, isSameSet, saveRelays } from '#store/relays/save-relays.ts';

export type SavedSetDeps = {
  readonly directory: () => Pick<AreaRefs['relay-directory'], 'getSnapshot' | 'send'>;
  readonly follow: RunningAreas['follow'];
  readonly account: Pick<AccountStore, 'get' | 'subscribe'>;
  /** undefined where the browser blocks storage */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
  /** the browser would not keep a change */
  readonly onUnsaved: () => void;
};

/**
 * Keeps the set of relays of each user (RLIST-08): saves every change of it, brings in the set of whoever logs in, at their
 * first login as their own, that of the visitors after a sign-out, each without the failures of before, and what another
 * tab saved. Until the returned function is called.
 */
export const startSavedSet = (deps: SavedSetDeps): (() => void) => {
  const { directory, account, storage } = deps;
  let owner = account.get().pubkey;
  let known: readonly RelayEntry[] = [];
  let isKept = true;
  const context = () => directory().getSnapshot().context;
  const stored = () => savedRelays(storage, owner, context().defaults).saved ?? context().defaults.entries;
  const show = (set: readonly RelayEntry[]) => {
    if (!isSameSet(set, context().entries)) directory().send({ type: 'relays.adopt', entries: set });
  };
  const adopt = () => {
    known = stored();
    isKept = true;
    show(known);
  };
  const save = () => {
    isKept = saveRelays(storage, owner, known, context().defaults);
    if (!isKept) deps.onUnsaved();
  };
  /** What visitors change afterwards is not this user's. */
  const welcome = () => {
    adopt();
    if (owner !== undefined && !hasRelays(storage, owner)) save();
  };
  const keep = () => {
    const { entries } = context();
    if (entries === known) return;
    // another tab may have changed it, and this one have heard nothing of that yet
    known = isKept ? changedSet(known, entries, stored()) : entries;
    save();
    show(known);
  };
  const { entries, defaults } = context();
  const isUntouched = isSameSet(entries, defaults.saved ?? defaults.entries);
  // somebody may have logged in, or changed the set, before this
  if (isUntouched) welcome();
  else {
    known = stored();
    keep();
  }
  // a directory that failed is started again with the set of the start
  const detach = deps.follow('relay-directory', (_, again) => (again ? adopt() : keep()));
  const unsubscribe = account.subscribe(() => {
    const { pubkey } = account.get();
    if (pubkey === owner) return;
    owner = pubkey;
    welcome();
    // what went wrong for another user says nothing to this one
    directory().send({ type: 'relays.reset' });
  });
  const listening = new AbortController();
  deps.window.addEventListener(
    'storage',
    (event) => {
      // it is gone when a visitor went back to the defaults
      if ((event as StorageEvent).key === relaySetKey(owner)) adopt();
    },
    { signal: listening.signal },
  );
  return () => {
    detach();
    unsubscribe();
    listening.abort();
  };
};
