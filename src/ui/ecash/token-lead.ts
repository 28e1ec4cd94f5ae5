import type { TokenHands } from '#domain/money/money-entry.ts';
import { movingTexts } from '#ui/texts/moving.ts';

/** Who can open a token that is out. */
export const leadOf = (hands: TokenHands | undefined): string => {
  const { lead, leadLocked, leadDelivered, leadUndelivered } = movingTexts.send;
  if (hands === undefined) return lead;
  return { locked: leadLocked, delivered: leadDelivered, undelivered: leadUndelivered }[hands];
};
