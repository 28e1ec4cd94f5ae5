import { timeIn } from '#domain/note/time.ts';
import { SECOND } from '#domain/units.ts';
import { locale } from './formats.ts';

const format = (ms: number, options: Intl.DateTimeFormatOptions): string => timeIn(ms / SECOND, options, locale());

/** Which day it was, by the calendar; undefined for one that is neither. */
export const nearDay = (ms: number, now: number): 'today' | 'yesterday' | undefined => {
  const [day, before] = [new Date(ms).toDateString(), new Date(now)];
  if (day === before.toDateString()) return 'today';
  // where clocks are changed a day is not always of 24 hours
  before.setDate(before.getDate() - 1);
  return day === before.toDateString() ? 'yesterday' : undefined;
};

/** '11:53:02' */
export const clockLabel = (ms: number): string => format(ms, { timeStyle: 'medium' });

/** '11:53' */
export const minuteLabel = (ms: number): string => format(ms, { timeStyle: 'short' });

/** '14 Nov 2026', as the language has it */
export const dayOfYear = (ms: number): string => format(ms, { dateStyle: 'medium' });

/** '14 Nov 2026, 11:53'; of today '11:53' alone. */
export const momentLabel = (ms: number, now: number): string =>
  nearDay(ms, now) === 'today' ? minuteLabel(ms) : format(ms, { dateStyle: 'medium', timeStyle: 'short' });

const dayOf = (ms: number, now: number, month: 'long' | 'short'): string => {
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  return format(ms, { day: 'numeric', month, ...(!isThisYear && { year: 'numeric' }) });
};

/** '14 November', with the year when it is another one than now. */
export const dayInWords = (ms: number, now: number): string => dayOf(ms, now, 'long');

/** '14 Nov', with the year when it is another one than now. */
export const shortDay = (ms: number, now: number): string => dayOf(ms, now, 'short');
