import type { TokenHands } from '#domain/money/money-entry.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';

/** Who can open a token that is out. */
export const leadOf = (hands: TokenHands | undefined): string => {
  const { lead, leadLocked, leadDelivered, leadUndelivered } = ecashMovesTexts.send;
  if (hands === undefined) return lead;
  return { locked: leadLocked, delivered: leadDelivered, undelivered: leadUndelivered }[hands];
};
