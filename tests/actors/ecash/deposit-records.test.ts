import { describe, expect, it } from 'vitest';
import { takeFromAddress } from '#actors/ecash/address/taking-address.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { beginDeposit } from '#actors/ecash/operations/begin.ts';
import type { Engine } from '#actors/ecash/operations/engine.ts';
import { takeQuotes } from '#actors/ecash/sync/taking-quotes.ts';
import { takeFromOffer } from '#actors/ecash/wallet/own-offers.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { offerName, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import type { MintQuote } from '#domain/ecash/mints/mint.ts';
import type { SealedText } from '#domain/ecash/proof.ts';
import { createEcashWorld, openWallet } from '#tests/support/ecash-world.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';
import { MINT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const LOCK_KEY = { iv: 'of a key', data: 'that opens it' } as unknown as SealedText;
const PUBKEY = `02${'a'.repeat(64)}`;
const TOLD: MintQuote = {
  quote: 'mq1',
  request: 'lnbc130n1',
  method: 'bolt11',
  amount: 13,
  unit: 'sat',
  state: 'PAID',
  expiry: 9,
};

/** A wallet whose mint says this of every quote. */
const openPurse = async (core: Partial<Purse['core']>): Promise<Purse> => {
  const { deps } = openWallet(await createEcashWorld(), openMoneyLife());
  const all = { ...deps, tab: 'tab', core: { ...deps.core, ...core } } as EcashDeps & { readonly core: Purse['core'] };
  return { deps: all, core: all.core, ledger: deps.ledger } as unknown as Purse;
};

const written = async ({ ledger }: Purse) => (await ledger.operations('all')).filter(({ id }) => id !== 'o0');

const ALIKE = {
  rev: 1,
  phase: 'waiting',
  attempts: 0,
  refusals: 0,
  got: 0,
  tab: 'tab',
  kind: 'deposit',
  mint: MINT,
  unit: 'sat',
  amount: 13,
  fee: 0,
  inputs: [],
  spends: 0,
  outputs: [],
  counters: [],
  quote: { id: 'mq1', invoice: 'lnbc130n1', amount: 13, reserve: 0, expiresAt: 9_000, lockKey: LOCK_KEY },
  id: expect.any(String),
  createdAt: expect.any(Number),
  changedAt: expect.any(Number),
};

describe('what is written down of a payment that comes in by Lightning', () => {
  it('is the invoice as its mint told it, with the key that opens it', async () => {
    const purse = await openPurse({ mintQuote: async () => ({ ...TOLD, lockKey: LOCK_KEY }) });
    await beginDeposit(purse.deps, { mint: MINT, unit: 'sat', amount: 13, memo: 'tea' });
    expect(await written(purse)).toStrictEqual([{ ...ALIKE, memo: 'tea' }]);
  });

  it('is the same of one that another device asked for, from the time of its event', async () => {
    const purse = await openPurse({ checkMintQuote: async () => TOLD });
    const event = fakeEvent({ id: 'e'.repeat(64), kind: 7374, created_at: 1 });
    const quotes = [{ event, quote: { mint: MINT, quote: 'mq1', lockKey: LOCK_KEY } }];
    await takeQuotes(purse.deps, { quotes, relaysOf: () => [] }, new Map([[`${MINT}mq1`, { paidAt: -1e9 }]]));
    expect(await written(purse)).toStrictEqual([{ ...ALIKE, elsewhere: true, createdAt: 1_000 }]);
  });

  it('is the same of one that was paid to the address of the wallet, which it names', async () => {
    const purse = await openPurse({
      checkMintQuote: async () => ({ ...TOLD, pubkey: PUBKEY }),
      keyOfAddress: async () => LOCK_KEY,
      signRequest: async () => 'Nostr signed',
    });
    const { mints, wallet } = purse.ledger;
    const stub = {
      mints: { ...mints, all: async () => [{ url: MINT }] },
      wallet: { ...wallet, get: async () => ({ pubkey: PUBKEY }) },
    };
    const quote = { mintUrl: MINT, quoteId: 'mq1', amount: 13, createdAt: 5, paidAt: 6, state: 'PAID' };
    const answers: Readonly<Record<string, object>> = {
      auth: { data: { token: 'pass' } },
      wallet: { data: { quotes: [quote] }, metadata: { total: 1 } },
    };
    const fetch = async (url: unknown) => Response.json(answers[(url as string).split('/')[5]!]);
    const ledger = { ...purse.ledger, ...stub } as unknown as Purse['ledger'];
    const look = await takeFromAddress({ fetch }, { ...purse, ledger }, { service: 'https://pay.example' });
    expect(look.row.problem).toBeUndefined();
    expect(await written(purse)).toStrictEqual([{ ...ALIKE, address: expect.stringMatching(/^npub1.*@pay.example$/) }]);
  });

  it('is what came in by an offer, with what was issued for it before', async () => {
    const purse = await openPurse({
      checkMintQuote: async () => ({ ...TOLD, state: 'PAID', paid: 20, issued: 7, request: 'lno1' }),
    });
    const { deps, ledger } = purse;
    const offer: MadeOffer = {
      id: 'tip',
      mint: MINT,
      quote: 'mq1',
      text: 'lno1',
      lockKey: LOCK_KEY,
      paid: 0,
      createdAt: 0,
      memo: 'tips',
    };
    await ledger.beside.change<MadeOffer>(offerName('tip'), () => offer);
    const engine = { advance: async () => ({ type: 'waits', for: 'mint' }) } as unknown as Engine;
    expect(await takeFromOffer({ deps, engine }, 'tip')).toEqual({ word: 'silent' });
    const [record] = await written(purse);
    expect(record).toStrictEqual({
      ...ALIKE,
      phase: 'journaled',
      outputs: [expect.objectContaining({ role: 'keep' })],
      counters: [{ keyset: expect.any(String), from: 0, to: 3 }],
      quote: {
        id: 'mq1',
        invoice: 'lno1',
        method: 'bolt12',
        amount: 13,
        reserve: 0,
        lockKey: LOCK_KEY,
        issuedBefore: 7,
      },
      memo: 'tips',
    });
  });
});
