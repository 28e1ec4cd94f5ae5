import { WALLET_CONTENT_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';

/** A list of texts, as a tag of an event is. */
export type Tag = readonly string[];

export const unreadable = (): never => {
  throw new EcashError({ code: 'event-unreadable' });
};

/** The content of an event of a wallet. Throws 'event-unreadable'. */
export const readJson = (plain: string): unknown => {
  if (plain.length > WALLET_CONTENT_MAX_CHARACTERS) return unreadable();
  try {
    return JSON.parse(plain) as unknown;
  } catch {
    return unreadable();
  }
};

/** Tags as a content: all that are texts, whether this app knows them or not. Throws 'event-unreadable'. */
export const readTags = (plain: string): readonly Tag[] => {
  const rows = readJson(plain);
  if (!Array.isArray(rows)) return unreadable();
  return rows.filter(
    (row): row is Tag => Array.isArray(row) && row.length > 0 && row.every((part) => typeof part === 'string'),
  );
};

/** The values of the tags with this name. */
export const valuesOf = (tags: readonly Tag[], name: string): readonly string[] =>
  tags.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));

/** A whole number of 0 or more. */
export const readAmount = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
