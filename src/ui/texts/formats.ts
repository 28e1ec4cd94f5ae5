import { compactCount, wholeNumber } from '#domain/text/numbers.ts';
import { absoluteTime, relativeTime, shortAge } from '#domain/note/time.ts';
import { texts } from './app.ts';

/** The region whose dates the user is used to, as far as it speaks the language of the app. */
export const locale = () => navigator.languages.find((tag) => tag.startsWith(texts.language)) ?? texts.language;

/** A count in little room: 999, 2.1k, 1.2M. */
export const compact = (count: number): string => compactCount(count, texts.language);

/** A number with all its digits, at most `digits` after the point. */
export const whole = (value: number, digits?: number): string => wholeNumber(value, texts.language, digits);

/** '4m', '2h', '3d'; '' under a minute. */
export const ageLabel = (ms: number): string => shortAge(ms, texts.language);

/** How long ago a note was written: now, 4m, 2h, 3d, after a week the date. */
export const timeLabel = (seconds: number, nowMs: number): string =>
  relativeTime(seconds, nowMs, texts.language, locale()) || texts.now;

/** The whole date and time, for titles and screen readers. */
export const dateLabel = (seconds: number): string => absoluteTime(seconds, locale());
