import { describe, expect, it } from 'vitest';
import { takeFromAddress } from '#actors/ecash/address/taking-address.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { ADDRESS_OVERLAP_S, ADDRESS_QUOTES_MOST, ADDRESS_QUOTES_PAGE } from '#domain/ecash/ecash-limits.ts';
import type { LedgerChange } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { MINT } from '#tests/support/mint-model.ts';

const NOW = 1_800_000_000;
const FAR = NOW * 2;
const PUBKEY = `02${'a'.repeat(64)}`;

type Row = { readonly quoteId: string; readonly paidAt: number; readonly mintUrl?: string };

const rowsOf = (count: number, name = 'q') =>
  Array.from({ length: count }, (_, at): Row => ({ quoteId: `${name}${at}`, paidAt: NOW - 10 - at }));

/** A service that has these payments, the newest first; `repeats`: and says its first page for ever. */
const open = (rows: readonly Row[], { repeats = false } = {}) => {
  const operations: Operation[] = [];
  const [asked, checked] = [[] as string[], [] as string[]];
  const purse = {
    deps: { now: () => NOW * 1_000, newId: () => 'o', tab: 'tab' },
    core: {
      signRequest: async () => 'Nostr signed',
      async checkMintQuote({ quote }: { quote: string }) {
        checked.push(quote);
        const state = quote.startsWith('issued') ? 'ISSUED' : 'PAID';
        return { quote, request: 'lnbc', method: 'bolt11', amount: 2, unit: 'sat', state };
      },
    },
    ledger: {
      operations: async () => operations,
      change: async (change: LedgerChange) => void operations.push(...change.operations!),
      mints: { all: async () => [{ url: MINT }] },
      wallet: { get: async () => ({ pubkey: PUBKEY }) },
    },
  } as unknown as Purse;
  const fetch = async (url: unknown) => {
    const { pathname, searchParams } = new URL(url as string);
    if (pathname.endsWith('nip98')) return Response.json({ data: { token: 'pass' } });
    asked.push(searchParams.get('since') ?? 'all');
    const since = Number(searchParams.get('since') ?? 0);
    const offset = repeats ? 0 : Number(searchParams.get('offset'));
    const after = rows.filter(({ paidAt }) => paidAt > since);
    const quotes = after
      .slice(offset, offset + ADDRESS_QUOTES_PAGE)
      .map((row) => ({ mintUrl: MINT, amount: 2, createdAt: 5, state: 'PAID', ...row }));
    return Response.json({ data: { quotes }, metadata: { total: repeats ? 1e9 : after.length } });
  };
  const look = (since?: number) =>
    takeFromAddress({ fetch }, purse, { service: 'https://pay.example', ...(since !== undefined && { since }) });
  return { look, asked, checked, operations };
};

describe('what an address service says of times', () => {
  it('hides no later payment where one of them lies ahead', async () => {
    const { look, operations } = open([{ quoteId: 'wrong', paidAt: FAR }, ...rowsOf(1)]);
    const { row } = await look();
    expect(operations).toHaveLength(2);
    expect(row.since).toBe(NOW - 10 - ADDRESS_OVERLAP_S);
    expect((await look(row.since)).row.since).toBe(row.since);
  });

  it('moves nothing where no time of it is past', async () => {
    const { look } = open([{ quoteId: 'wrong', paidAt: FAR }]);
    expect((await look()).row).toEqual({ asks: [] });
    expect((await look(7)).row).toEqual({ asks: [], since: 7 });
  });

  it('is asked for all again where a time ahead was kept', async () => {
    const { look, asked, operations } = open(rowsOf(1));
    const { row } = await look(FAR);
    expect(asked).toEqual(['all']);
    expect(operations).toHaveLength(1);
    expect(row.since).toBe(NOW - 10 - ADDRESS_OVERLAP_S);
  });
});

describe('more payments than are passed in one look', () => {
  const many = ADDRESS_QUOTES_MOST + ADDRESS_QUOTES_PAGE + 1;

  it('are all taken, as long as their mint knows them', async () => {
    const { look, operations } = open([...rowsOf(many, 'issued'), ...rowsOf(3)]);
    const { row, payments } = await look();
    expect([payments, operations.length]).toEqual([3, 3]);
    expect(row.since).toBe(NOW - 10 - ADDRESS_OVERLAP_S);
  });

  it('move nothing past what was not read', async () => {
    const bad = rowsOf(many, 'odd').map((row) => ({ ...row, mintUrl: 'http://10.0.0.1' }));
    const { look, checked } = open([...bad, ...rowsOf(1)]);
    expect((await look(7)).row).toMatchObject({ since: 7, problem: { code: 'mint-url' } });
    expect(checked).toEqual([]);
  });

  it('end where a service says the same for ever', async () => {
    const { look, asked, operations } = open(rowsOf(ADDRESS_QUOTES_PAGE), { repeats: true });
    expect((await look()).row.since).toBeUndefined();
    expect(operations).toHaveLength(ADDRESS_QUOTES_PAGE);
    expect(asked.length).toBeLessThan(ADDRESS_QUOTES_MOST / ADDRESS_QUOTES_PAGE + 3);
  });
});
