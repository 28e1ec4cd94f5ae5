import { createListeners } from '#domain/listeners.ts';
import {
  EMPTY_DRAFT,
  isEmptyDraft,
  readDraft,
  VISITOR,
  type Draft,
  type DraftPlace,
  type Drafts,
  type KeptDraft,
} from '#domain/publish/draft.ts';
import { inUse } from '#domain/publish/draft-in-use.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';

/** drafts in the local storage: the key begins so, followed by who writes and where */
export const DRAFT_PREFIX = 'nuthatch-draft ';

type Deps = {
  /** undefined where the browser blocks storage: then drafts last until the page is closed */
  readonly storage: Storage | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
  /** ms since the epoch */
  readonly now: () => number;
};

const keyOf = ({ owner, place }: DraftPlace) => `${DRAFT_PREFIX}${owner} ${place}`;

const placeOf = (key: string): DraftPlace => {
  const [owner = '', ...place] = key.slice(DRAFT_PREFIX.length).split(' ');
  return { owner, place: place.join(' ') };
};

const parse = (json: string | null): unknown => {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
};

const onDisk = (storage: Storage | undefined, key: string): string | null => {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
};

const removeFrom = (storage: Storage | undefined, key: string): void => {
  try {
    storage?.removeItem(key);
  } catch {
    // nothing was kept either
  }
};

const savedAt = (storage: Storage | undefined, key: string): number => {
  const { at } = (parse(onDisk(storage, key)) ?? {}) as { at?: unknown };
  return typeof at === 'number' ? at : 0;
};

const keysOnDisk = (storage: Storage | undefined): readonly string[] => {
  try {
    return Object.keys(storage ?? {}).filter((key) => key.startsWith(DRAFT_PREFIX));
  } catch {
    return [];
  }
};

/** The places where somebody finds drafts: what a visitor began, where there is nothing of their own. */
const foundBy = (owner: string, keys: readonly string[]): readonly DraftPlace[] => {
  const all = [...new Set(keys)].map(placeOf);
  const own = all.filter((one) => one.owner === owner);
  const theirs = new Set(own.map(({ place }) => place));
  return owner === VISITOR ? own : [...own, ...all.filter((one) => one.owner === VISITOR && !theirs.has(one.place))];
};

/** The drafts in the browser's storage, each written at once: a crash loses none. What it does not keep stays in memory. */
export const createDrafts = ({ storage, window, now }: Deps): Drafts => {
  const unsaved = new Map<string, Draft>();
  let isRefused = storage === undefined;
  const [elsewhere, forgotten] = [createListeners<[DraftPlace, Draft]>(), createListeners<[DraftPlace]>()];
  const write = (key: string, draft: Draft) => {
    unsaved.set(key, draft);
    if (leakedSecret(JSON.stringify(draft)) !== undefined) return;
    if (!storage) return;
    try {
      isRefused = true;
      storage.setItem(key, JSON.stringify({ ...draft, at: now() }));
      isRefused = false;
      unsaved.delete(key);
    } catch {
      // stays among the unsaved ones
    }
  };
  const forget = (key: string) => {
    unsaved.delete(key);
    removeFrom(storage, key);
  };
  const put = (place: DraftPlace, draft: Draft) =>
    isEmptyDraft(draft) ? forget(keyOf(place)) : write(keyOf(place), inUse(draft));
  const get = (key: string) => unsaved.get(key) ?? readDraft(parse(onDisk(storage, key)));
  const kept = (home: DraftPlace): readonly KeptDraft[] => {
    const key = keyOf(home);
    const draft = get(key);
    return draft ? [{ ...home, draft, at: unsaved.has(key) ? now() : savedAt(storage, key) }] : [];
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (!key?.startsWith(DRAFT_PREFIX) || unsaved.has(key)) return;
    const [place, draft] = [placeOf(key), get(key)];
    if (draft) elsewhere.tell(place, draft);
    else forgotten.tell(place);
  });
  return {
    get: (place) => get(keyOf(place)),
    list: (owner) =>
      foundBy(owner, [...keysOnDisk(storage), ...unsaved.keys()])
        .flatMap(kept)
        .toSorted((a, b) => b.at - a.at),
    put,
    forget(place) {
      forget(keyOf(place));
      forgotten.tell(place);
    },
    move(from, to, draft) {
      const [old, fresh] = [keyOf(from), keyOf(to)];
      put(to, draft);
      const isMoved = !unsaved.has(fresh) || onDisk(storage, old) === null;
      forget(isMoved ? old : fresh);
      return isMoved;
    },
    hasUnsaved: () => unsaved.size > 0,
    cannotKeep: () => isRefused,
    onKeptElsewhere: elsewhere.subscribe,
    onForgotten: forgotten.subscribe,
  };
};

type Held = {
  readonly owner: string;
  /** undefined: it is not kept */
  readonly home: DraftPlace | undefined;
  readonly draft: Draft;
  /** it was posted, or emptied in another tab, and not changed since */
  readonly isGone?: boolean;
};

/** The draft of the one who writes; what they began before they were logged in is taken up. */
const open = (drafts: Drafts, owner: string, place: string | undefined): Held => {
  if (place === undefined) return { owner, home: undefined, draft: EMPTY_DRAFT };
  const [own, visitors] = [owner, VISITOR].map((of) => ({ owner: of, place }));
  const home = drafts.get(own!) || !drafts.get(visitors!) ? own! : visitors!;
  return { owner, home, draft: drafts.get(home) ?? EMPTY_DRAFT };
};

/** Keeps a draft, and says where: with the first change of the one who writes on, what another began becomes theirs. */
const keep = (drafts: Drafts, { owner, home }: Held, draft: Draft): DraftPlace | undefined => {
  if (home === undefined) return undefined;
  const own = { owner, place: home.place };
  const isTaken = home.owner !== owner && !drafts.get(own) && drafts.move(home, own, draft);
  if (!isTaken) drafts.put(home, draft);
  return isTaken ? own : home;
};

/** The drafts of the composers that are open, by the id of each; every change is kept at once, and one of another tab taken up. */
export const createDraftsInHand = (drafts: Drafts) => {
  const held = new Map<string, Held>();
  const { tell, subscribe } = createListeners<[id: string, /** by the one who writes */ isEdit: boolean]>();
  const set = (id: string, now: Held, isEdit = false) => {
    held.set(id, now);
    tell(id, isEdit);
  };
  const setAt = ({ owner, place }: DraftPlace, changed: (before: Held) => Held) => {
    for (const [id, before] of held)
      if (before.home?.owner === owner && before.home.place === place) set(id, changed(before));
  };
  // what stands there now is newer: written on as it was here, it would take the place of that
  drafts.onKeptElsewhere((place, draft) => setAt(place, (before) => ({ ...before, draft, isGone: false })));
  drafts.onForgotten((from) =>
    setAt(from, (before) => {
      // it may have become that of the one who writes, by a word in another tab
      const found = open(drafts, before.owner, from.place);
      return before.owner !== from.owner && !isEmptyDraft(found.draft) ? found : { ...before, isGone: true };
    }),
  );
  return {
    open: (id: string, owner: string, place: string | undefined) => set(id, open(drafts, owner, place)),
    close: (id: string) => void held.delete(id),
    get: (id: string): Draft => held.get(id)?.draft ?? EMPTY_DRAFT,
    home: (id: string) => held.get(id)?.home,
    isGone: (id: string): boolean => held.get(id)?.isGone === true,
    change(id: string, changed: Partial<Draft>) {
      const before = held.get(id);
      if (!before) return;
      const draft = { ...before.draft, ...changed };
      set(id, { ...before, draft, home: keep(drafts, before, draft), isGone: false }, true);
    },
    /** Somebody else writes now, and their own draft is taken up. A visitor's text stays in hand when they log in. */
    giveTo(id: string, owner: string) {
      const before = held.get(id);
      if (!before || before.owner === owner) return;
      const stays = before.owner === VISITOR && !isEmptyDraft(before.draft);
      set(id, stays ? { ...before, owner } : open(drafts, owner, before.home?.place));
    },
    /** Somebody else writes now what is in hand: it was shown when they pressed. Their own draft stays where it is kept. */
    handOver(id: string, owner: string) {
      const before = held.get(id);
      if (before && before.owner !== owner) set(id, { ...before, owner });
    },
    /** Takes up what has come to the place of a draft in which nothing was written. */
    lookAgain(id: string) {
      const before = held.get(id);
      if (!before || !isEmptyDraft(before.draft)) return;
      const found = open(drafts, before.owner, before.home?.place);
      if (!isEmptyDraft(found.draft)) set(id, found);
    },
    /** Calls back after each change, until the returned function is called. */
    subscribe,
  };
};

export type DraftsInHand = ReturnType<typeof createDraftsInHand>;
