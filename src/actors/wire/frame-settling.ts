import type { NostrEvent } from '#domain/protocol/event.ts';
import { isLongProfile } from '#domain/protocol/verify-frame.ts';
import { FRAME_MAX_BYTES } from '#domain/relays/relays-limits.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { settle, takeAgain, type Entry } from './frame-lane.ts';
import type { VainFrame } from './vain-frames.ts';

type Handlers = {
  readonly onEvent: (subId: string, event: NostrEvent, relay: string) => void;
  readonly onVain: (relay: string, frame: VainFrame) => void;
  readonly onUnread: (subId: string, relay: string) => void;
  readonly takesLong: (subId: string, relay: string) => boolean;
};

/**
 * Decides what EVENT frames come to. Of frames that claim the same id only one is checked at a time; when it proves
 * the id, the others are duplicates, and when it does not, each is checked for itself.
 */
export const createSettling = (registry: EventRegistry, handlers: Handlers) => {
  const { onEvent, onVain, onUnread } = handlers;
  /** entries that wait for the check of another frame with the same id, by id */
  const twins = new Map<string, Entry[]>();

  const settleEvent = (entry: Entry, event: NostrEvent) =>
    settle(entry, () => {
      if (!registry.gone.has(event.id)) onEvent(entry.subId, event, entry.lane.relay);
    });

  /** The entry claims the id of a verified event. */
  const duplicate = (entry: Entry, event: NostrEvent) => {
    entry.lane.counts.duplicates += 1;
    registry.sawOn(event.id, entry.lane.relay);
    settleEvent(entry, event);
  };

  const checked = (entry: Entry, event: NostrEvent | undefined) => {
    entry.lane.counts[event ? 'verified' : 'invalid'] += 1;
    if (!event) return settle(entry, undefined);
    registry.add(event, entry.lane.relay);
    settleEvent(entry, registry.get(event.id) ?? event);
  };

  /** Nothing of a profile too long for a stranger's, where the question is not for one of the user's own. */
  const taken = (entry: Entry, event: NostrEvent) => {
    const isChecked = !isLongProfile(event) || entry.text.length > FRAME_MAX_BYTES;
    return isChecked || handlers.takesLong(entry.subId, entry.lane.relay) ? event : undefined;
  };

  const releaseTwins = (id: string, event: NostrEvent | undefined) => {
    const waiting = twins.get(id) ?? [];
    twins.delete(id);
    for (const twin of waiting) {
      if (event?.id === id) duplicate(twin, registry.get(id) ?? event);
      else takeAgain(twin);
    }
  };

  return {
    duplicate,
    /** Must the entry be checked now? Else it is settled, or waits for the check of its twin. */
    needsCheck(entry: Entry): boolean {
      const { peeked } = entry;
      const known = peeked === undefined ? undefined : registry.get(peeked);
      if (known) duplicate(entry, known);
      if (peeked === undefined || known || entry.alone) return !known;
      const waiting = twins.get(peeked);
      if (waiting) waiting.push(entry);
      else twins.set(peeked, []);
      return !waiting;
    },
    /** Takes the verifier's answer for entries that needed a check. */
    finish(entries: readonly Entry[], answer: readonly (NostrEvent | undefined)[]) {
      entries.forEach((entry, place) => {
        const event = answer[place] && taken(entry, answer[place]);
        // of a verifier that was lost there is no answer at all
        if (!event) onUnread(entry.subId, entry.lane.relay);
        if (!event && answer.length > 0) onVain(entry.lane.relay, { characters: entry.text.length, isEvent: true });
        checked(entry, event);
        if (entry.peeked !== undefined && !entry.alone) releaseTwins(entry.peeked, event);
      });
    },
  };
};
