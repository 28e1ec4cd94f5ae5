import { createListeners } from '#domain/listeners.ts';
import { EMPTY_DRAFT, isEmptyDraft, VISITOR, type Draft, type DraftPlace, type Drafts } from '#domain/publish/draft.ts';

type Held = {
  readonly owner: string;
  /** undefined: it is not kept */
  readonly home: DraftPlace | undefined;
  readonly draft: Draft;
};

/** The draft of the one who writes; what they began before they were logged in is taken up. */
const open = (drafts: Drafts, owner: string, place: string | undefined): Held => {
  if (place === undefined) return { owner, home: undefined, draft: EMPTY_DRAFT };
  const [own, visitors] = [owner, VISITOR].map((of) => ({ owner: of, place }));
  const home = drafts.get(own!) || !drafts.get(visitors!) ? own! : visitors!;
  return { owner, home, draft: drafts.get(home) ?? EMPTY_DRAFT };
};

/** Keeps a draft, and says where: with the first change of somebody who is logged in, what a visitor began becomes theirs. */
const keep = (drafts: Drafts, { owner, home }: Held, draft: Draft): DraftPlace | undefined => {
  if (home === undefined) return undefined;
  const own = { owner, place: home.place };
  const isTaken = home.owner !== owner && !drafts.get(own) && drafts.move(home, own, draft);
  if (!isTaken) drafts.put(home, draft);
  return isTaken ? own : home;
};

/** The drafts of the composers that are open, by the id of each; every change is kept at once. */
export const createDraftsInHand = (drafts: Drafts) => {
  const held = new Map<string, Held>();
  const { tell, subscribe } = createListeners<[id: string, /** by the one who writes */ isEdit: boolean]>();
  const set = (id: string, now: Held, isEdit = false) => {
    held.set(id, now);
    tell(id, isEdit);
  };
  return {
    open: (id: string, owner: string, place: string | undefined) => set(id, open(drafts, owner, place)),
    close: (id: string) => void held.delete(id),
    get: (id: string): Draft => held.get(id)?.draft ?? EMPTY_DRAFT,
    home: (id: string) => held.get(id)?.home,
    change(id: string, changed: Partial<Draft>) {
      const before = held.get(id);
      if (!before) return;
      const draft = { ...before.draft, ...changed };
      set(id, { ...before, draft, home: keep(drafts, before, draft) }, true);
    },
    /** Somebody else writes now. A visitor's text stays in hand when they log in. */
    giveTo(id: string, owner: string) {
      const before = held.get(id);
      if (!before || before.owner === owner) return;
      const stays = before.owner === VISITOR && !isEmptyDraft(before.draft);
      set(id, stays ? { ...before, owner } : open(drafts, owner, before.home?.place));
    },
    /** Calls back after each change, until the returned function is called. */
    subscribe,
  };
};

export type DraftsInHand = ReturnType<typeof createDraftsInHand>;
