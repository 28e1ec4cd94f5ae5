const formats = new Map<string, Intl.NumberFormat>();

/** A format of the browser, which is costly to make. */
export const numberFormat = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = language + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, known);
  return known;
};

/** Three digits, of them one after the point: cut, not rounded, for it is never more than it is. Grouped like whole numbers. */
const COMPACT: Intl.NumberFormatOptions = {
  notation: 'compact',
  useGrouping: true,
  maximumFractionDigits: 1,
  maximumSignificantDigits: 3,
  roundingPriority: 'lessPrecision',
  roundingMode: 'trunc',
};

/** A count or an amount of sats in little room: 999, 2.1k, 38.2k, 382k, 1.2M. */
export const compactCount = (count: number, language: string): string => {
  if (!Number.isFinite(count) || count < 1) return '0';
  // the first rows are not to wait for a format
  if (count < 1_000) return `${Math.floor(count)}`;
  return numberFormat(language, COMPACT).format(Math.floor(count)).replace('K', 'k');
};

/** A number with all its digits: 1,234.5; at most `digits` after the point. */
export const wholeNumber = (value: number, language: string, digits = 0): string =>
  numberFormat(language, { maximumFractionDigits: digits }).format(value);

/** A number of hours and the like in little room: '4m', '2h', '3d'; in other languages than English '2 Std.', '3 Tage'. */
export const shortUnit = (count: number, unit: 'minute' | 'hour' | 'day', language: string): string =>
  language.startsWith('en')
    ? `${count}${unit[0]}`
    : numberFormat(language, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(count);

/** A word by the plural category of its count; `other` stands for those left out. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The word for a count in a language: `pick(1, { one: 'reply', other: 'replies' })`. */
export const pluralPick = (language: string): ((count: number, forms: PluralForms) => string) => {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other;
};

/** '1 reply', '2.1k replies' in a language; the count is compact. */
export const countedIn = (language: string): ((count: number, forms: PluralForms) => string) => {
  const pick = pluralPick(language);
  return (count, forms) => `${compactCount(count, language)} ${pick(count, forms)}`;
};
