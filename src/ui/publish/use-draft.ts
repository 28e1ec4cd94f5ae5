import { useState } from 'react';
import { EMPTY_DRAFT, isEmptyDraft, VISITOR, type Draft, type DraftPlace, type Drafts } from '#domain/publish/draft.ts';
import { useAccount, useActing } from '#ui/system-context.ts';

type Held = { readonly owner: string; readonly home: DraftPlace; readonly draft: Draft };

/** The draft of the one who writes; what they began before they were logged in is taken up. */
const open = (drafts: Drafts, owner: string, place: string): Held => {
  const [own, visitors] = [owner, VISITOR].map((of) => ({ owner: of, place }));
  const home = drafts.get(own!) || !drafts.get(visitors!) ? own! : visitors!;
  return { owner, home, draft: drafts.get(home) ?? EMPTY_DRAFT };
};

export type DraftInHand = {
  readonly draft: Draft;
  readonly home: DraftPlace;
  readonly change: (changed: Partial<Draft>) => void;
};

/** A draft as it is being written; every change is kept at once. A visitor's text stays in hand when they log in. */
export const useDraft = (place: string): DraftInHand => {
  const { drafts } = useActing().writing;
  const owner = useAccount().pubkey ?? VISITOR;
  const [held, setHeld] = useState(() => open(drafts, owner, place));
  if (held.owner !== owner) {
    const stays = held.owner === VISITOR && !isEmptyDraft(held.draft);
    setHeld(stays ? { ...held, owner } : open(drafts, owner, place));
  }
  const { draft, home } = held;
  return {
    draft,
    home,
    change: (changed) => {
      setHeld((before) => {
        const after = { ...before.draft, ...changed };
        drafts.put(before.home, after);
        return { ...before, draft: after };
      });
    },
  };
};
