import { writeCsv } from '#domain/money/csv.ts';
import { isIncome, type MoneyEntry } from '#domain/money/money-entry.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { toSats } from '#domain/msats.ts';
import { moneyTexts } from '#ui/texts/money.ts';

const satsText = (msats: number | undefined): string => (msats === undefined ? '' : String(toSats(msats)));

const rowOf = (entry: MoneyEntry) => {
  const {
    at,
    kind,
    direction,
    msats,
    feeMsats,
    state,
    token,
    truth,
    person,
    address,
    note,
    paymentHash,
    mint,
    from,
    isElsewhere,
    isUnpaid,
  } = entry;
  const texts = moneyTexts.table;
  return [
    new Date(at).toISOString(),
    moneyTexts.kinds[kind],
    // what was there before neither came nor went
    direction === 'out' || isIncome(entry) ? texts[direction] : '',
    satsText(msats),
    satsText(feeMsats),
    isUnpaid ? moneyTexts.unpaid : token === undefined ? moneyTexts.states[state] : moneyTexts.tokens[token],
    truth === undefined ? (isElsewhere ? texts.elsewhere : '') : texts[truth],
    person === undefined ? (address ?? '') : encodeNpub(person),
    note,
    paymentHash ?? '',
    [from, mint].filter((name) => name !== undefined).join(' > '),
  ];
};

/** The history as a table for spreadsheets. Invoices and preimages are left out: a proof is the payer's own. */
export const historyTable = (entries: readonly MoneyEntry[]): string => {
  const { time, kind, direction, amount, fee, state, truth, person, note, hash, at } = moneyTexts.table;
  return writeCsv([[time, kind, direction, amount, fee, state, truth, person, note, hash, at], ...entries.map(rowOf)]);
};
