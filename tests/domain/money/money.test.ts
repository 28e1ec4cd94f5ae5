import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '#domain/money/csv.ts';
import { isInDoubt, isOpenEntry, satsOf, type MoneyEntry } from '#domain/money/money-entry.ts';
import {
  historyDays,
  joinHistory,
  MONEY_FILTERS,
  whyEmpty,
  withNewest,
  withOlder,
} from '#domain/money/money-history.ts';

const entry = (changes: Partial<MoneyEntry> = {}): MoneyEntry => ({
  id: 'a',
  isTold: false,
  kind: 'invoice',
  direction: 'out',
  msats: 21_000,
  feeMsats: undefined,
  person: undefined,
  note: '',
  at: 1_000,
  state: 'paid',
  truth: 'proof',
  paymentHash: 'a',
  ...changes,
});
const told = (id: string, at: number, changes: Partial<MoneyEntry> = {}) =>
  entry({ id, paymentHash: id, at, isTold: true, truth: 'word', ...changes });

/** A table as a spreadsheet reads it (RFC 4180): the mark at its start tells the encoding. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
};

describe('an amount', () => {
  it('is whole: what leaves is not shown smaller than it is, what comes not larger', () => {
    expect(satsOf({ msats: 1_001, direction: 'out' })).toBe(2);
    expect(satsOf({ msats: 1_999, direction: 'in' })).toBe(1);
    expect(satsOf({ msats: 5_000, direction: 'out' })).toBe(5);
  });
});

describe('the list of a wallet', () => {
  const rows = (...ids: number[]) => ids.map((id) => told(String(id), id));
  const idsOf = ({ entries }: { entries: readonly MoneyEntry[] }) => entries.map(({ id }) => id).join(' ');

  it('is read page by page until nothing new comes, each row once, also where it grew meanwhile', () => {
    const first = withOlder(undefined, rows(9, 8, 7));
    expect([idsOf(first), first.count, first.isAll]).toEqual(['9 8 7', 3, false]);
    // one came on top: all others moved down
    const second = withOlder(first, rows(7, 6, 5));
    expect([idsOf(second), second.count, second.isAll]).toEqual(['9 8 7 6 5', 6, false]);
    expect(withOlder(second, []).isAll).toBe(true);
    expect(withOlder(second, rows(6, 5)).isAll).toBe(true);
    expect(withOlder(undefined, []).isAll).toBe(true);
  });

  it('takes what came at its top, and what changed there', () => {
    const known = withOlder(undefined, rows(9, 8, 7));
    const changed = [told('10', 10), told('9', 9, { state: 'not paid' }), told('8', 8)];
    const renewed = withNewest(known, changed, 3);
    expect([idsOf(renewed), renewed.count]).toEqual(['10 9 8 7', 4]);
    expect(renewed.entries[1]!.state).toBe('not paid');
    expect(withNewest({ ...known, isAll: true }, rows(10, 9, 8), 3).isAll).toBe(true);
  });

  it('begins again where more came than one look shows', () => {
    const known = { ...withOlder(undefined, rows(3, 2, 1)), isAll: true };
    expect(withNewest(known, rows(9, 8, 7), 3)).toMatchObject({ count: 3, isAll: false, entries: rows(9, 8, 7) });
  });
});

describe('the history', () => {
  it('joins what was written down and what the wallet tells, of one payment what was written down', () => {
    const own = [entry({ id: 'a', paymentHash: 'a', at: 30 })];
    const pages = { entries: [told('b', 40), told('a', 31), told('c', 20)], isAll: true };
    expect(joinHistory(own, pages).map(({ id, isTold }) => [id, isTold])).toEqual([
      ['b', true],
      ['a', false],
      ['c', true],
    ]);
    expect(joinHistory(own)).toEqual(own);
  });

  it('has what somebody paid to themselves twice: as what left, and as what came', () => {
    const own = [entry({ id: 'a', paymentHash: 'a', at: 30 })];
    const pages = { entries: [told('a', 31, { direction: 'in' }), told('a', 30)], isAll: true };
    expect(joinHistory(own, pages).map(({ id, direction, isTold }) => [id, direction, isTold])).toEqual([
      ['a', 'in', true],
      ['a', 'out', false],
    ]);
  });

  it('leaves out what is older than the wallet has told of, but never what is open', () => {
    const own = [
      entry({ id: 'old', paymentHash: 'o', at: 5 }),
      entry({ id: 'open', paymentHash: 'p', at: 4, state: 'not known' }),
    ];
    const pages = { entries: [told('b', 40), told('c', 20)], isAll: false };
    expect(joinHistory(own, pages).map(({ id }) => id)).toEqual(['b', 'c', 'open']);
    expect(joinHistory(own, { ...pages, isAll: true }).map(({ id }) => id)).toEqual(['b', 'c', 'old', 'open']);
    expect(joinHistory(own, { entries: [], isAll: false }).map(({ id }) => id)).toEqual(['open']);
  });

  it('stands by days, what is open on top, and shows what is asked for', () => {
    const entries = [
      entry({ id: 'open', state: 'needs you', at: 300 }),
      entry({ id: 'in', direction: 'in', at: 250 }),
      entry({ id: 'out', at: 210 }),
      entry({ id: 'not', state: 'not paid', at: 100 }),
    ];
    const shown = (filter: (typeof MONEY_FILTERS)[number]) => {
      const { open, days } = historyDays(entries, { filter, most: 9, dayOf: (at) => String(Math.floor(at / 100)) });
      return [open.map(({ id }) => id), ...days.map(({ day, entries: of }) => [day, ...of.map(({ id }) => id)])];
    };
    expect(shown('all')).toEqual([['open'], ['2', 'in', 'out'], ['1', 'not']]);
    expect(shown('in')).toEqual([[], ['2', 'in']]);
    expect(shown('out')).toEqual([['open'], ['2', 'out']]);
    expect(shown('open')).toEqual([['open']]);
    expect(shown('not paid')).toEqual([[], ['1', 'not']]);
  });

  it('is cut after what is asked for was chosen, and what is open is never cut off', () => {
    const paid = Array.from({ length: 5 }, (_, at) => entry({ id: `out${at}`, at: 500 - at }));
    const entries = [
      ...paid,
      entry({ id: 'in', direction: 'in', at: 20 }),
      entry({ id: 'open', state: 'needs you', at: 10 }),
    ];
    const shown = (filter: (typeof MONEY_FILTERS)[number], most: number) => {
      const { open, days, isCut } = historyDays(entries, { filter, most, dayOf: () => 'day' });
      return [open.map(({ id }) => id), days.flatMap((day) => day.entries.map(({ id }) => id)), isCut];
    };
    expect(shown('all', 2)).toEqual([['open'], ['out0', 'out1'], true]);
    expect(shown('in', 2)).toEqual([[], ['in'], false]);
    expect(shown('open', 2)).toEqual([['open'], [], false]);
    expect(shown('all', 6)).toEqual([['open'], [...paid.map(({ id }) => id), 'in'], false]);
  });

  it('loses nothing and says nothing twice, whatever the wallet tells', () => {
    const state = fc.constantFrom<MoneyEntry['state']>('under way', 'not known', 'needs you', 'paid', 'not paid');
    const hash = fc.integer({ min: 0, max: 9 }).map(String);
    const some = fc.array(fc.record({ hash, at: fc.integer({ min: 0, max: 99 }), state }));
    fc.assert(
      fc.property(some, some, (own, wallet) => {
        const mine = [...new Map(own.map((one) => [one.hash, one])).values()].map((one) =>
          entry({ ...one, id: one.hash, paymentHash: one.hash }),
        );
        const theirs = [...new Map(wallet.map((one) => [one.hash, one])).values()].map((one) => told(one.hash, one.at));
        const all = joinHistory(mine, { entries: theirs, isAll: true });
        const hashes = all.map(({ paymentHash }) => paymentHash);
        expect(new Set(hashes)).toEqual(new Set([...mine, ...theirs].map(({ paymentHash }) => paymentHash)));
        expect(hashes.length).toBe(new Set(hashes).size);
        expect(mine.every((one) => all.includes(one))).toBe(true);
        const part = joinHistory(mine, { entries: theirs, isAll: false });
        expect(mine.filter(isOpenEntry).every((one) => part.includes(one))).toBe(true);
        const { open, days } = historyDays(all, { filter: 'all', most: all.length, dayOf: (at) => String(at % 7) });
        expect(open.length + days.reduce((sum, { entries }) => sum + entries.length, 0)).toBe(all.length);
        expect(all.filter(isInDoubt).every((one) => open.includes(one))).toBe(true);
      }),
    );
  });
});

describe('the table for spreadsheets', () => {
  it('quotes what must be, and lets no cell be a formula', () => {
    expect(
      writeCsv([
        ['time', 'note'],
        ['1', 'a "b", c\nd'],
        ['2', '=1+1'],
        ['+3', '-4'],
        ['@x', '\tz'],
      ]),
    ).toBe(`\uFEFFtime,note\r\n1,"a ""b"", c\nd"\r\n2,'=1+1\r\n'+3,'-4\r\n'@x,'\tz\r\n`);
  });

  it('reads back as it was written, formulas with an apostrophe before them', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('=cmd|x', '+1', '-1', '@a', '\t=1', '\r=1', '"', ',', '\n'));
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(table, (rows) => {
        const read = readCsv(writeCsv(rows));
        expect(read).toEqual(rows.map((row) => row.map((text) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text))));
        expect(read.flat().filter((text) => /^[=+\-@\t\r\n]/.test(text))).toEqual([]);
      }),
    );
  });
});

describe('a history that shows nothing', () => {
  it('says so once it was read, and nothing of the kind while nobody knows', () => {
    expect(whyEmpty('reading', { all: 0, shown: 0 })).toBe('reading');
    expect(whyEmpty('reading', { all: 2, shown: 0 })).toBe('reading');
    expect(whyEmpty('failed', { all: 2, shown: 0 })).toBeUndefined();
    expect(whyEmpty('failed', { all: 0, shown: 0 })).toBeUndefined();
    expect(whyEmpty('read', { all: 0, shown: 0 })).toBe('none');
    expect(whyEmpty('read', { all: 2, shown: 0 })).toBe('none of these');
    for (const reading of ['reading', 'failed', 'read'] as const)
      expect(whyEmpty(reading, { all: 2, shown: 1 })).toBeUndefined();
  });
});
