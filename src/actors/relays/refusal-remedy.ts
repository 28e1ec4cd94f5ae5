import { relayVerdict } from '#domain/protocol/relay-message.ts';
import { CLOSED_RETRY_MS, CLOSED_RETRY_MAX_MS } from '#domain/relays/relays-limits.ts';
import type { WirePolicy } from '#actors/wire/wire-link.ts';
import type { createTerms } from './relay-terms.ts';

const pauseFor = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, ms, undefined));

/** What is done about a REQ or event that a relay refused, by the prefix of its words (NIP-01, NIP-42). */
export const remedyWith =
  (terms: ReturnType<typeof createTerms>): WirePolicy['remedy'] =>
  (relay, reason, { live, tries }) => {
    const { prefix, remedy } = relayVerdict(reason);
    if (remedy === 'wait') return terms.pause(relay);
    if (remedy === 'retry' && live) return pauseFor(Math.min(CLOSED_RETRY_MS * 2 ** tries, CLOSED_RETRY_MAX_MS));
    if (remedy !== 'authenticate' || (prefix === 'restricted' && !terms.hasChallenge(relay))) return undefined;
    // it may have been on its way when the relay learned who asks; a second refusal is meant
    if (tries > 0 && terms.isKnown(relay)) return undefined;
    return terms
      .introduce(relay)
      .then((problem) => problem && { code: 'relay-unmet' as const, words: reason, because: problem });
  };
