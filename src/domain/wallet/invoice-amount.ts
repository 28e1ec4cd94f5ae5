const PICO_BTC_PER_UNIT: Readonly<Record<string, bigint>> = {
  '': 1_000_000_000_000n,
  m: 1_000_000_000n,
  u: 1_000_000n,
  n: 1_000n,
  p: 1n,
};
const PICO_BTC_PER_MSAT = 10n;
const MSATS_EVER = 21_000_000n * 100_000_000_000n;

/** The readable part of an invoice: letters of the network and the amount in millisats, undefined when it names none. */
export type InvoicePrefix = { readonly letters: string; readonly msats: number | undefined };

/** Reads 'lnbc2500u'; undefined when it is none, or asks for nothing, for parts of a millisat or for more than there is. */
export const readInvoicePrefix = (prefix: string): InvoicePrefix | undefined => {
  const [, letters, digits, unit = ''] = /^ln(bcrt|bc|tbs|tb|sb)(?:(\d{1,18})([munp]?))?$/.exec(prefix) ?? [];
  if (letters === undefined) return undefined;
  if (digits === undefined) return { letters, msats: undefined };
  const pico = BigInt(digits) * (PICO_BTC_PER_UNIT[unit] ?? 0n);
  const msats = pico / PICO_BTC_PER_MSAT;
  const isWhole = pico % PICO_BTC_PER_MSAT === 0n && msats > 0n && msats <= MSATS_EVER;
  return isWhole ? { letters, msats: Number(msats) } : undefined;
};

/** The amount of a BOLT 11 invoice in millisats; undefined when it names none or is no invoice. No checksum test. */
export const invoiceMsats = (invoice: string): number | undefined =>
  // The last '1' ends the readable part: the data part of bech32 has no '1'.
  readInvoicePrefix(invoice.slice(0, invoice.lastIndexOf('1')).toLowerCase())?.msats;
