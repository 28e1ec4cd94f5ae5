import { POW_MAX_BITS } from '#domain/pow/pow-limits.ts';
import { powTexts } from '#ui/texts/pow.ts';

/** What is said of the work that a relay asks for: `mined` where that much can be mined, else that the relay will refuse (POW-08). */
export const demandWords = (required: number, mined: (bits: number) => string): string =>
  required > POW_MAX_BITS ? powTexts.refused(required) : mined(required);
