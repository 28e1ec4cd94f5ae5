import { describe, expect, it } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { redeemToWallet, type RedeemingDeps } from '#actors/wallet/redeeming.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';

const MINT = 'https://hazel.example';

const open = ({ methods = ['make_invoice'], phase = 'settled' as PaymentPhase, reserve = 2, isThere = true } = {}) => {
  const lightning = createLedger();
  const asked: number[] = [];
  const paid: (readonly [number, unknown])[] = [];
  const facts = { alias: '', pubkey: undefined, network: '', methods, notifications: [] };
  const link = {
    route: { kind: 'nwc', walletPubkey: 'a' },
    facts,
    makeInvoice: async (sats: number) => {
      asked.push(sats);
      return lightning.invoice({ payee: 'me', msats: sats * 1_000, description: '' }).text;
    },
  };
  const deps = {
    link: () => (isThere ? link : undefined),
    payCosts: async ({ of }: { readonly of?: string }) => ({
      amount: asked.at(-1)!,
      reserve,
      // what it brought costs this much to be paid with
      fee: of === 'o1' ? 1 : 0,
      left: 0,
    }),
    paying: {
      pay: async (invoice: { msats: number }, by: unknown) => {
        paid.push([invoice.msats / 1_000, by]);
        return 'hash';
      },
      outcome: async () => ({ phase }),
    },
    description: '',
  } as unknown as RedeemingDeps;
  return { deps, asked, paid };
};

const saying = (code: 'redeem-no-mint' | 'redeem-no-invoices' | 'redeem-failed', text: string) => {
  expect(ecashProblems[code]).toBe(text);
  return new EcashError({ code });
};

describe('tips that go on to the Lightning wallet', () => {
  it('are paid by the ecash to an invoice of the wallet, less what the way takes', async () => {
    const { deps, asked, paid } = open();
    await redeemToWallet(deps, { mint: MINT, sats: 100, operation: 'o1' });
    expect(asked).toEqual([100, 97]);
    expect(paid).toEqual([[97, { kind: 'ecash', mint: MINT, of: 'o1' }]]);
  });

  it('[NWC-22] need a mint', async () => {
    const { deps, asked } = open();
    const failure = saying('redeem-no-mint', 'No mint provided');
    await expect(redeemToWallet(deps, { mint: '', sats: 100, operation: 'o1' })).rejects.toEqual(failure);
    expect(asked).toEqual([]);
  });

  it('[NWC-23] need a wallet that makes invoices', async () => {
    const { deps, asked } = open({ methods: ['pay_invoice'] });
    const failure = saying('redeem-no-invoices', 'This NWC wallet does not support making invoices');
    await expect(redeemToWallet(deps, { mint: MINT, sats: 100, operation: 'o1' })).rejects.toEqual(failure);
    expect(asked).toEqual([]);
  });

  it.each([
    ['the payment fails', open({ phase: 'refused' }), 100],
    ['the way takes all it is worth', open({ reserve: 1_000 }), 5],
  ])('[NWC-24] say so when %s', async (_, { deps, paid }, sats) => {
    const failure = saying('redeem-failed', 'Failed to redeem nutzaps');
    await expect(redeemToWallet(deps, { mint: MINT, sats, operation: 'o1' })).rejects.toEqual(failure);
    expect(paid.length).toBeLessThan(2);
  });

  it('without a wallet stay where they are', async () => {
    const { deps } = open({ isThere: false });
    await expect(redeemToWallet(deps, { mint: MINT, sats: 5, operation: 'o1' })).rejects.toMatchObject({
      problem: { code: 'not-connected' },
    });
  });
});
