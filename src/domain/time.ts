const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const MAX_DATE_S = 8.64e12;

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (seconds: number, options: Intl.DateTimeFormatOptions, locale?: string): string => {
  if (!(Math.abs(seconds) <= MAX_DATE_S)) return '';
  const key = `${locale}${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known.format(seconds * 1000);
};

const short = (age: number): string | undefined => {
  if (age < MINUTE_S) return 'now';
  if (age < HOUR_S) return `${Math.floor(age / MINUTE_S)}m`;
  if (age < DAY_S) return `${Math.floor(age / HOUR_S)}h`;
  return age < 7 * DAY_S ? `${Math.floor(age / DAY_S)}d` : undefined;
};

/** How long ago a note was written: now, 4m, 2h, 3d, after a week the date (with the year when it is another one). */
export const relativeTime = (seconds: number, nowMs: number, locale?: string): string => {
  const brief = short(nowMs / 1000 - seconds);
  if (brief !== undefined) return brief;
  const sameYear = new Date(seconds * 1000).getFullYear() === new Date(nowMs).getFullYear();
  return format(seconds, { month: 'short', day: 'numeric', ...(!sameYear && { year: 'numeric' }) }, locale);
};

/** The whole date and time, for titles and screen readers. */
export const absoluteTime = (seconds: number, locale?: string): string =>
  format(seconds, { dateStyle: 'long', timeStyle: 'short' }, locale);

/** The same in machine form, for `<time dateTime>`; '' when there is no such date. */
export const isoTime = (seconds: number): string =>
  Math.abs(seconds) <= MAX_DATE_S ? new Date(seconds * 1000).toISOString() : '';

/** When a relay last did something: 'Just now', '5m ago', '3h ago', '2d ago' (RELAY-37). Both in ms. */
export const agoLabel = (thenMs: number, nowMs: number): string => {
  const age = Math.floor((nowMs - thenMs) / 1000);
  if (age < MINUTE_S) return 'Just now';
  if (age < HOUR_S) return `${Math.floor(age / MINUTE_S)}m ago`;
  return age < DAY_S ? `${Math.floor(age / HOUR_S)}h ago` : `${Math.floor(age / DAY_S)}d ago`;
};
