import { timeIn } from '#domain/note/time.ts';
import { SECOND } from '#domain/units.ts';
import { texts } from './app.ts';

const format = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  timeIn(ms / SECOND, options, texts.language);

/** '11:53:02' */
export const clockLabel = (ms: number): string => format(ms, { timeStyle: 'medium' });

/** '11:53' */
export const minuteLabel = (ms: number): string => format(ms, { timeStyle: 'short' });

/** '14 Nov 2026', as the language has it */
export const dayOfYear = (ms: number): string => format(ms, { dateStyle: 'medium' });

/** '14 November', with the year when it is another one than now. */
export const dayInWords = (ms: number, now: number): string => {
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  return format(ms, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
};
