import { shortUnit } from '#domain/text/numbers.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const MAX_DATE_S = 8.64e12;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment by a format of the browser; '' when there is no such date. */
export const timeIn = (seconds: number, options: Intl.DateTimeFormatOptions, locale: string): string => {
  if (!(Math.abs(seconds) <= MAX_DATE_S)) return '';
  const key = `${locale}${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known.format(seconds * 1000);
};

/** An age in its largest whole unit, in little room: '4m', '2h', '3d'; '' under a minute. */
export const shortAge = (ms: number, language: string): string => {
  const age = ms / 1000;
  if (age < MINUTE_S) return '';
  if (age < HOUR_S) return shortUnit(Math.floor(age / MINUTE_S), 'minute', language);
  if (age < DAY_S) return shortUnit(Math.floor(age / HOUR_S), 'hour', language);
  return shortUnit(Math.floor(age / DAY_S), 'day', language);
};

/**
 * How long ago a note was written: 4m, 2h, 3d, after a week the date (with the year when it is another one); '' under a
 * minute. `locale`: how dates are written, a region of the language.
 */
export const relativeTime = (seconds: number, nowMs: number, language: string, locale = language): string => {
  const age = nowMs - seconds * 1000;
  if (age < 7 * DAY_S * 1000) return shortAge(age, language);
  const sameYear = new Date(seconds * 1000).getFullYear() === new Date(nowMs).getFullYear();
  return timeIn(seconds, { month: 'short', day: 'numeric', ...(!sameYear && { year: 'numeric' }) }, locale);
};

/** The whole date and time, for titles and screen readers. */
export const absoluteTime = (seconds: number, locale: string): string =>
  timeIn(seconds, { dateStyle: 'long', timeStyle: 'short' }, locale);

/** The same in machine form, for `<time dateTime>`; '' when there is no such date. */
export const isoTime = (seconds: number): string =>
  Math.abs(seconds) <= MAX_DATE_S ? new Date(seconds * 1000).toISOString() : '';
