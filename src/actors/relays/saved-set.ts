import { editsBetween, leftAfter } from '#domain/relays/relay-list-edit.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { RelayListStore } from '#store/relays/relay-list-store.ts';
import { relaySetKey, savedRelays } from '#store/relays/relay-set.ts';
import { changedSet, hasRelays, isSameSet, saveRelays } from '#store/relays/save-relays.ts';

export type SavedSetDeps = {
  readonly directory: () => Pick<AreaRefs['relay-directory'], 'getSnapshot' | 'send'>;
  readonly follow: RunningAreas['follow'];
  readonly account: Pick<AccountStore, 'get' | 'subscribe'>;
  readonly lists: Pick<RelayListStore, 'leftDefaults' | 'setLeft'>;
  /** undefined where the browser blocks storage */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
  /** the browser would not keep a change */
  readonly onUnsaved: () => void;
};

type Context = ReturnType<ReturnType<SavedSetDeps['directory']>['getSnapshot']>['context'];

/** Which defaults are out of the set by hand after it has changed; of a user the relay list looks after that. */
const leftAfterChange = (
  left: readonly string[],
  before: readonly RelayEntry[],
  { entries, defaults, removed }: Pick<Context, 'entries' | 'defaults' | 'removed'>,
): readonly string[] => {
  if (entries === defaults.entries) return [];
  const edits = Object.entries(editsBetween(before, entries, removed));
  return leftAfter(
    left,
    edits.map(([url, permission]) => ({ url, permission })),
    defaults,
  );
};

/** Tells what another tab writes, until the returned function is called. */
const onWritten = (window: EventTarget, tell: (key: string | null) => void) => {
  const hear = (event: Event) => tell((event as StorageEvent).key);
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
};

/**
 * Keeps the set of relays of each user (RLIST-08): saves every change of it, brings in the set of whoever logs in, at their
 * first login as their own, that of the visitors after a sign-out, each without the failures of before, and what another
 * tab saved. Until the returned function is called.
 */
export const startSavedSet = (deps: SavedSetDeps): (() => void) => {
  const { directory, account, lists, storage } = deps;
  let owner = account.get().pubkey;
  let known: readonly RelayEntry[] = [];
  let isKept = true;
  const context = () => directory().getSnapshot().context;
  const stored = () => savedRelays(storage, owner, context().defaults).saved ?? context().defaults.entries;
  const show = (set: readonly RelayEntry[]) => {
    if (!isSameSet(set, context().entries)) directory().send({ type: 'relays.adopt', entries: set });
  };
  const adopt = () => {
    const [set, { entries }] = [stored(), context()];
    // another object with the same relays would be kept like a change
    known = isSameSet(set, entries) ? entries : set;
    isKept = true;
    show(known);
  };
  const save = () => {
    isKept = saveRelays(storage, owner, known, context().defaults);
  };
  /** What visitors change afterwards is not this user's. Nobody changed a relay, so nobody is told where it is not kept. */
  const welcome = () => {
    adopt();
    if (owner === undefined || hasRelays(storage, owner)) return;
    save();
    if (isKept && lists.leftDefaults(owner).length === 0) lists.setLeft(owner, lists.leftDefaults(undefined));
  };
  const keep = () => {
    const { entries } = context();
    if (entries === known) return;
    if (owner === undefined) lists.setLeft(undefined, leftAfterChange(lists.leftDefaults(undefined), known, context()));
    // another tab may have changed it, and this one have heard nothing of that yet
    known = isKept ? changedSet(known, entries, stored()) : entries;
    save();
    if (!isKept) deps.onUnsaved();
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
  // it is gone when a visitor went back to the defaults
  const leave = onWritten(deps.window, (key) => key === relaySetKey(owner) && adopt());
  return () => {
    detach();
    unsubscribe();
    leave();
  };
};
