import { texts } from '#ui/texts/app.ts';
import { moneyTexts } from '#ui/texts/money.ts';

const DAY_MS = 86_400_000;

const format = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(texts.language, options).format(ms);

/** '11:53:02' */
export const clockLabel = (ms: number): string => format(ms, { timeStyle: 'medium' });

/** '11:53' */
export const minuteLabel = (ms: number): string => format(ms, { timeStyle: 'short' });

/** 'Today', 'Yesterday', '14 November', with the year when it is another one. */
export const dayLabel = (ms: number, now: number): string => {
  const [day, today] = [new Date(ms).toDateString(), new Date(now)];
  if (day === today.toDateString()) return moneyTexts.today;
  if (day === new Date(now - DAY_MS).toDateString()) return moneyTexts.yesterday;
  const isThisYear = new Date(ms).getFullYear() === today.getFullYear();
  return format(ms, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
};
