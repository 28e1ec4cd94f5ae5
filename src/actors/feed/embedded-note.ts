import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { FrameVerifier } from '#actors/wire/verifier.ts';
import type { NotesDeps } from './notes-loader.ts';

export type EmbeddedDeps = Pick<NotesDeps, 'registry' | 'now'> & { readonly verifier: Pick<FrameVerifier, 'verify'> };

/** Takes a note from the text of a repost, checked as one that a relay sends (NIP-18); null where it is not that note. */
export const createEmbeddedNotes =
  ({ verifier, registry, now }: EmbeddedDeps) =>
  async ({ id, text }: { readonly id: string; readonly text: string }): Promise<Note | null> => {
    const [event] = await verifier.verify([`["EVENT","",${text}]`]);
    if (event?.id !== id || event.kind !== KIND.textNote || registry.gone.has(id)) return null;
    registry.add(event);
    return noteFromEvent(event, registry.receivedAt(id) ?? now());
  };
