/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
const SPECIAL = /[",\r\n]/;

const cellOf = (text: string): string => {
  const calm = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(calm) ? `"${calm.replaceAll('"', '""')}"` : calm;
};

/**
 * Rows as a table of text (RFC 4180), the first of them the heads. A cell that a spreadsheet would take for a formula begins
 * with an apostrophe instead.
 */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
