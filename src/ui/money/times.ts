import { dayInWords } from '#ui/texts/dates.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { DAY } from '#domain/units.ts';

/** 'Today', 'Yesterday', '14 November', with the year when it is another one. */
export const dayLabel = (ms: number, now: number): string => {
  const day = new Date(ms).toDateString();
  if (day === new Date(now).toDateString()) return moneyTexts.today;
  return day === new Date(now - DAY).toDateString() ? moneyTexts.yesterday : dayInWords(ms, now);
};
