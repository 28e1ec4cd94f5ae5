import { isEmptyDraft, readDraft, type Draft, type DraftPlace, type Drafts } from '#domain/publish/draft.ts';
import { DRAFTS_MAX } from '#domain/publish/publish-limits.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';

/** drafts in the local storage: the key begins so, followed by who writes and where */
export const DRAFT_PREFIX = 'nuthatch-draft ';

type Deps = {
  /** undefined where the browser blocks storage: then drafts last until the page is closed */
  readonly storage: Storage | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

const keyOf = ({ owner, place }: DraftPlace) => `${DRAFT_PREFIX}${owner} ${place}`;

const parse = (json: string | null): unknown => {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
};

const savedAt = (storage: Storage, key: string): number => {
  const { at } = (parse(storage.getItem(key)) ?? {}) as { at?: unknown };
  return typeof at === 'number' ? at : 0;
};

/** Beyond the bound the drafts nobody touched for longest are forgotten. */
const prune = (storage: Storage) => {
  const keys = Object.keys(storage).filter((key) => key.startsWith(DRAFT_PREFIX));
  if (keys.length <= DRAFTS_MAX) return;
  const oldestFirst = keys.toSorted((a, b) => savedAt(storage, a) - savedAt(storage, b));
  for (const key of oldestFirst.slice(0, keys.length - DRAFTS_MAX)) storage.removeItem(key);
};

/** The drafts in the browser's storage, each written at once: a crash loses none. What it does not keep stays in memory. */
export const createDrafts = ({ storage, now }: Deps): Drafts => {
  const unsaved = new Map<string, Draft>();
  const write = (key: string, draft: Draft) => {
    unsaved.set(key, draft);
    if (leakedSecret(JSON.stringify(draft)) !== undefined) return;
    try {
      if (!storage) return;
      storage.setItem(key, JSON.stringify({ ...draft, at: now() }));
      unsaved.delete(key);
      prune(storage);
    } catch {
      // stays among the unsaved ones
    }
  };
  const forget = (key: string) => {
    unsaved.delete(key);
    try {
      storage?.removeItem(key);
    } catch {
      // nothing was kept either
    }
  };
  const isOnDisk = (key: string): boolean => {
    try {
      return storage !== undefined && storage.getItem(key) !== null;
    } catch {
      return false;
    }
  };
  const put = (place: DraftPlace, draft: Draft) =>
    isEmptyDraft(draft) ? forget(keyOf(place)) : write(keyOf(place), draft);
  return {
    get(place) {
      const key = keyOf(place);
      try {
        return unsaved.get(key) ?? readDraft(parse(storage?.getItem(key) ?? null));
      } catch {
        return undefined;
      }
    },
    put,
    forget: (place) => forget(keyOf(place)),
    move(from, to, draft) {
      const [old, fresh] = [keyOf(from), keyOf(to)];
      put(to, draft);
      const isMoved = !unsaved.has(fresh) || !isOnDisk(old);
      forget(isMoved ? old : fresh);
      return isMoved;
    },
    hasUnsaved: () => unsaved.size > 0,
  };
};
