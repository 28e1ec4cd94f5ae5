import { describe, expect, it } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import type { WalletTransaction } from '#domain/wallet/nwc.ts';
import {
  learn,
  requestPayment,
  type PaymentEvidence,
  type PaymentRecord,
  type PaymentRoute,
  type WalletRoute,
} from '#domain/wallet/payment.ts';
import { entryOfPayment, entryOfTransaction, mayProve, type AskableWallet } from '#domain/wallet/payment-entry.ts';
import { entryAbout } from '#ui/money/entry-words.ts';
import { historyTable } from '#ui/money/history-table.ts';
import { aboutEntry } from '#ui/money/looking.tsx';

const WALLET: WalletRoute = { kind: 'nwc', walletPubkey: '22'.repeat(32) };
const AT = 1_700_000_000_000;
const ledger = createLedger();
const invoice = ledger.invoice({ payee: 'shop', msats: 3_200_500, description: 'Two  bags\nof seeds' });
const left = (route: PaymentRoute = WALLET) =>
  learn(requestPayment({ ...invoice, purpose: undefined }, { owner: '11'.repeat(32), attempt: 'one', at: AT, route }), {
    type: 'leaves',
    attempt: 'one',
    at: AT,
  });
const after = (evidence: PaymentEvidence, route?: PaymentRoute) => learn(left(route), evidence);
const silent = (route?: PaymentRoute) => after({ type: 'silence', at: AT + 25_000 }, route);

const ZAP = { kind: 'zap', recipient: '33'.repeat(32), comment: 'Nice one' } as const;

describe('a payment of which its wallet says nothing', () => {
  const timedOut = 'Payment request timed out. Please check your NWC wallet connection and try again.';
  const about = (record: PaymentRecord, wallet?: AskableWallet) =>
    aboutEntry(record, entryOfPayment(record, wallet, AT + 25_000, new Set()));

  it('[ZAP-13] is said to have timed out, and to be asked for still', () => {
    const { title, why } = about(silent(), WALLET);
    expect([title, why]).toEqual(['Not known yet: we keep asking', expect.stringMatching(`^${timedOut} Your wallet`)]);
    expect(about(silent()).why).toMatch(/^Connect the wallet that was asked to pay/);
    expect(about({ ...silent(), purpose: ZAP }, WALLET).why).not.toContain(timedOut);
    const late = after({ type: 'found', state: 'none', at: AT + 60_000 });
    expect(about({ ...late, problem: { code: 'no-answer', ms: 25_000 } }, WALLET).why).not.toContain(timedOut);
  });

  it('needs the very connection that was asked, here or in another tab: one beside it at the same service knows nothing', () => {
    const [asked, beside] = ['44', '55'].map((digits): WalletRoute => ({ ...WALLET, client: digits.repeat(32) }));
    const { client } = asked as { client: string };
    const stateOf = (wallet: AskableWallet, askers: readonly string[] = []) =>
      entryOfPayment(silent(asked), wallet, AT + 25_000, new Set(askers)).state;
    expect([stateOf(asked), stateOf(WALLET), stateOf(beside)]).toEqual(['not known', 'not known', 'needs you']);
    expect([stateOf(beside, [client]), stateOf(beside, ['22'.repeat(32)])]).toEqual(['not known', 'needs you']);
  });

  it('is not where it answered, or is no remote one', () => {
    const answered = after({ type: 'failed', problem: { code: 'service', name: 'INTERNAL', said: '' }, at: AT });
    expect(about(answered, WALLET).why).toMatch(/^Your wallet was asked to pay/);
    expect(about(silent({ kind: 'webln' }), WALLET).why).toMatch(/^The wallet of your browser/);
  });
});

describe('a payment with ecash while the key is locked', () => {
  const record = left({ kind: 'ecash', mint: 'https://mint.example' });
  const about = (isUnasked: boolean) => aboutEntry(record, entryOfPayment(record, undefined, AT), isUnasked);

  it('is not said to go on: nobody asks its mint', () => {
    expect(about(false).why).toMatch(/You can close this page: the payment goes on.$/);
    expect(about(true)).toMatchObject({
      title: 'Under way',
      why: 'This tab asks what became of it once your wallet is open here.',
    });
  });
});

describe('the proof of a payment', () => {
  it('can be entered where nobody else can be asked, once the payment is not under way any more', () => {
    const browsers = silent({ kind: 'webln' });
    expect([mayProve(browsers, 'needs you'), mayProve(browsers, 'under way')]).toEqual([true, false]);
    expect(mayProve(silent(), 'needs you')).toBe(false);
  });
});

describe('what a person reads of a payment', () => {
  it('is what the invoice says, calmed, with what it costs', () => {
    expect(entryOfPayment(left(), WALLET, AT)).toMatchObject({
      id: invoice.paymentHash,
      kind: 'invoice',
      direction: 'out',
      msats: 3_200_500,
      note: 'Two bags of seeds',
      at: AT,
      state: 'under way',
      truth: undefined,
    });
  });

  it('of a zap names whom it is for and what was said', () => {
    expect(entryOfPayment({ ...left(), purpose: ZAP }, WALLET, AT)).toMatchObject({
      kind: 'zap',
      person: '33'.repeat(32),
      note: 'Nice one',
    });
  });

  it('of an address names it, in the list and in the table', () => {
    const asked = { ...invoice, purpose: undefined, address: 'ines@example.com' };
    const record = requestPayment(asked, { owner: '11'.repeat(32), attempt: 'one', at: AT, route: WALLET });
    const entry = entryOfPayment(record, WALLET, AT);
    expect(entry).toMatchObject({ kind: 'invoice', person: undefined, address: 'ines@example.com' });
    expect(entryAbout(entry)).toBe('ines@example.com · “Two bags of seeds”');
    expect(historyTable([entry])).toContain(',ines@example.com,Two bags of seeds,');
  });

  it('is paid by proof or by the wallet’s word, or not paid', () => {
    const { preimage } = invoice;
    const paid = after({ type: 'paid', preimage, feesMsats: 4_000, at: AT });
    expect(entryOfPayment(paid, undefined, AT)).toMatchObject({ state: 'paid', truth: 'proof', feeMsats: 4_000 });
    const said = after({ type: 'found', state: 'settled', at: AT });
    expect(entryOfPayment(said, undefined, AT)).toMatchObject({ state: 'paid', truth: 'word', feeMsats: undefined });
    const problem = { code: 'service', name: 'RESTRICTED', said: '' } as const;
    expect(entryOfPayment(after({ type: 'failed', problem, at: AT }), undefined, AT)).toMatchObject({
      state: 'not paid',
    });
  });

  it('from ecash needs the user once that was deleted, for its mint can be asked no more', () => {
    const route = { kind: 'ecash', mint: 'https://mint.example' } as const;
    const asked = learn(silent(route), { type: 'asked', at: AT + 26_000 });
    expect(entryOfPayment(asked, undefined, AT + 26_000).state).toBe('not known');
    const deleted = learn(asked, { type: 'deleted', at: AT + 26_000 });
    expect(entryOfPayment(deleted, undefined, AT + 26_000).state).toBe('needs you');
  });

  it('is not known while its wallet can be asked, and needs the user when only they can bring that wallet', () => {
    expect(entryOfPayment(silent(), WALLET, AT).state).toBe('not known');
    expect(entryOfPayment(silent(), 'connecting', AT).state).toBe('not known');
    expect(entryOfPayment(silent(), undefined, AT).state).toBe('needs you');
    expect(entryOfPayment(silent(), { kind: 'nwc', walletPubkey: '44'.repeat(32) }, AT).state).toBe('needs you');
    // another tab asks
    const asked = learn(silent(), { type: 'asked', at: AT });
    expect(entryOfPayment(asked, undefined, AT + 4_000).state).toBe('not known');
    expect(entryOfPayment(asked, undefined, AT + 20_000).state).toBe('needs you');
    // where it is known which tabs are there, they decide: one that is silent for long still asks, one that is closed does not
    const { route } = silent();
    const there = new Set([route.kind === 'nwc' ? route.walletPubkey : '']);
    expect(entryOfPayment(asked, undefined, AT + 90_000, there).state).toBe('not known');
    expect(entryOfPayment(asked, undefined, AT + 4_000, new Set()).state).toBe('needs you');
    const browsers = silent({ kind: 'webln' });
    expect(entryOfPayment(browsers, { kind: 'webln' }, AT).state).toBe('needs you');
    expect(entryOfPayment(browsers, 'connecting', AT).state).toBe('needs you');
  });
});

describe('what a person reads of a row of the wallet’s list', () => {
  const row: WalletTransaction = {
    type: 'incoming',
    state: 'settled',
    invoice: undefined,
    description: 'Tea',
    paymentHash: undefined,
    preimage: undefined,
    msats: 5_000,
    feesMsats: 0,
    createdAt: 100,
    settledAt: 160,
  };

  it('is the wallet’s word', () => {
    expect(entryOfTransaction(row)).toMatchObject({
      id: 'incoming 100 5000',
      isTold: true,
      kind: 'received',
      direction: 'in',
      feeMsats: undefined,
      note: 'Tea',
      at: 160_000,
      state: 'paid',
      truth: 'word',
    });
  });

  it('that failed or expired is not paid, one that is pending under way', () => {
    const states = (['failed', 'expired', 'pending'] as const).map(
      (state) => entryOfTransaction({ ...row, type: 'outgoing', state, settledAt: undefined }).state,
    );
    expect(states).toEqual(['not paid', 'not paid', 'under way']);
  });
});
