import { POW_ASKED_MORE_BITS, POW_DEFAULT_BITS, POW_MAX_BITS } from './pow-limits.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';

/** The bits a refusal asks for ('pow: difficulty 12 is less than 20', NIP-13); undefined when it is about something else. */
const bitsIn = ({ outcome, reason }: PublishOutcome, before: number): number | undefined => {
  if (outcome !== 'rejected' || reason?.code !== 'relay-said' || !/^\s*pow\s*:/i.test(reason.words)) return undefined;
  const named = [...reason.words.matchAll(/\d+/g)].map(([digits]) => Number(digits)).filter((bits) => bits <= 256);
  return Math.max(
    before + 1,
    named.length > 0 ? Math.max(...named) : Math.max(POW_DEFAULT_BITS, before + POW_ASKED_MORE_BITS),
  );
};

/**
 * The bits with which every relay that refused an event for too little work would take it; undefined when none did, or one
 * asks for more than is mined here (POW-08). Also while a relay that did not answer in time may have it: with more work it would
 * be another event. `before`: the bits it has.
 */
export const workAsked = (answers: readonly PublishOutcome[], before: number): number | undefined => {
  if (answers.some(({ outcome }) => outcome === 'timeout')) return undefined;
  const asked = answers.map((answer) => bitsIn(answer, before)).filter((bits) => bits !== undefined);
  const most = Math.max(...asked, 0);
  return most > 0 && most <= POW_MAX_BITS ? most : undefined;
};
