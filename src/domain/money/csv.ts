/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
const SPECIAL = /[",\r\n]/;

/** Without it Excel reads another encoding, and garbles what is not plain English. */
const BYTE_ORDER_MARK = '\uFEFF';

const cellOf = (text: string): string => {
  const calm = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(calm) ? `"${calm.replaceAll('"', '""')}"` : calm;
};

/**
 * Rows as the text of a file (RFC 4180), the first of them the heads. A cell that a spreadsheet would take for a formula begins
 * with an apostrophe instead.
 */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
