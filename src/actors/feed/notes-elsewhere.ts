import { noteKey } from '#domain/cache/query-keys.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { authorRelaysOf } from '#actors/relays/author-relays.ts';
import type { createRelayReach } from '#actors/relays/relay-reach.ts';
import { searchOn, type NotesDeps } from './notes-loader.ts';

type Deps = NotesDeps & Parameters<typeof createRelayReach>[0];

/** Looks for a note that the user's relays do not have where its author writes (NIP-65); null when it is not there. */
export const createNotesElsewhere = ({ requests, registry, queryClient, directory, now }: Deps) => {
  const authorRelays = authorRelaysOf({ directory, queryClient });
  return async ({ id, author }: { readonly id: string; readonly author: string }): Promise<Note | null> => {
    const own = requests.relays('read');
    const { writes } = await authorRelays({ pubkey: author, relays: [] });
    const others = writes.filter((url) => !own.includes(url));
    if (others.length === 0) return null;
    let note: Note | null = null;
    const found = (event: NostrEvent) => (note = noteFromEvent(event, registry.receivedAt(event.id) ?? now()));
    const late = (event: NostrEvent) => void queryClient.setQueryData(noteKey(id), found(event));
    await searchOn(requests, { missing: new Set([id]), found, late }, others);
    return note;
  };
};
