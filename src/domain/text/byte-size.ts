import { numberFormat } from './numbers.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1_000;

/** Bytes in little room: '900 B' is '1 kB', then '420 kB', '1.5 MB', '12 GB'. */
export const byteSize = (bytes: number, language: string): string => {
  let value = bytes / STEP;
  let at = 0;
  while (value >= STEP - 0.5 && at < UNITS.length - 1) {
    value /= STEP;
    at += 1;
  }
  const shown = bytes > 0 && value < 1 ? 1 : value;
  const digits = at > 0 && shown < 10 ? 1 : 0;
  const options = { style: 'unit', unit: UNITS[at]!, maximumFractionDigits: digits } as const;
  return numberFormat(language, options).format(shown);
};
