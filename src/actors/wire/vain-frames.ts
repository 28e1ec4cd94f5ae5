import {
  FRAME_MAX_BYTES,
  NONSENSE_WEIGHT,
  OVERSIZED_FRAMES_MAX,
  VAIN_CHARACTERS_MAX,
  VAIN_EVENTS_MAX,
  VAIN_MESSAGES_MAX,
  VAIN_WINDOW_MS,
} from '#domain/relays/relays-limits.ts';

/** A frame that led to nothing. Of events a relay may send more: they can be on their way when their REQ is closed. */
export type VainFrame = {
  readonly characters: number;
  readonly isEvent: boolean;
  /** it is no message of the protocol at all */
  readonly isNonsense?: boolean;
};

/** Counts what one socket sends in vain; each call says whether it is more than a relay may send. `now` in ms. */
export const createVainCount = (now: () => number) => {
  let [since, events, messages, characters, oversized] = [now(), 0, 0, 0, 0];
  return (frame: VainFrame): boolean => {
    if (now() - since > VAIN_WINDOW_MS) [since, events, messages, characters] = [now(), 0, 0, 0];
    if (frame.isEvent) events += 1;
    else messages += frame.isNonsense ? NONSENSE_WEIGHT : 1;
    characters += frame.characters;
    if (!frame.isEvent && frame.characters > FRAME_MAX_BYTES) oversized += 1;
    return (
      events > VAIN_EVENTS_MAX ||
      messages > VAIN_MESSAGES_MAX ||
      characters > VAIN_CHARACTERS_MAX ||
      oversized > OVERSIZED_FRAMES_MAX
    );
  };
};
