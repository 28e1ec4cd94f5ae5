import { whole } from '#ui/texts/formats.ts';
import { powTexts } from '#ui/texts/pow.ts';

const { time } = powTexts;

/** Seconds in words, as exact as luck lets them be. */
export const aboutSeconds = (seconds: number): string => {
  if (seconds < 0.1) return time.none;
  if (seconds < 90) return time.seconds(whole(seconds, seconds < 10 ? 1 : 0));
  return seconds < 5_400 ? time.minutes(whole(seconds / 60)) : time.hours(whole(seconds / 3600));
};
