import type { NostrEvent } from '#domain/event.ts';

/**
 * Checks raw relay frames (`["EVENT","sub",{...}]`) off the main thread: parses, validates every field, recomputes the
 * id and checks the BIP-340 signature. The answer has one place per frame: the event, frozen, or undefined when it is
 * malformed, oversized, dated too far in the future or forged.
 */
export type FrameVerifier = {
  verify(frames: readonly string[]): Promise<readonly (NostrEvent | undefined)[]>;
  dispose(): void;
};
