import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isBeingAsked,
  isTold,
  learn,
  lookUpDelay,
  mayDeny,
  mayPayAgain,
  readPaymentRecord,
  recover,
  requestPayment,
  standOf,
  type PaymentEvidence,
  type PaymentRecord,
} from '#domain/wallet/payment.ts';
import {
  DENIAL_WAIT_MS,
  OFFER_MARGIN_MS,
  PAYMENT_CLOCK_MARGIN_MS,
  PAYMENT_REQUEST_LIFE_MS,
  PAYMENT_TIMEOUT_MS,
  REFUSAL_DOUBT_MS,
} from '#domain/wallet/wallet-limits.ts';
import { SERVICE_CODES } from '#domain/wallet/wallet-problem.ts';

const PREIMAGE = 'ab'.repeat(32);
const HASH = bytesToHex(sha256(hexToBytes(PREIMAGE)));
const AT = 1_700_000_000_000;

const fresh = (kind: 'nwc' | 'webln' = 'nwc'): PaymentRecord =>
  requestPayment(
    { text: 'lnbc1', paymentHash: HASH, msats: 21_000, expiresAt: AT / 1_000 + 600 },
    {
      owner: '11'.repeat(32),
      attempt: 'one',
      at: AT,
      route: kind === 'nwc' ? { kind, walletPubkey: '22'.repeat(32) } : { kind },
    },
  );

const leaves: PaymentEvidence = { type: 'leaves', attempt: 'one', at: AT };
const sent = (kind?: 'nwc' | 'webln') => learn(fresh(kind), leaves);
const paid = (preimage: string | undefined): PaymentEvidence => ({ type: 'paid', preimage, feesMsats: 1, at: AT + 1 });
const failed = (name: (typeof SERVICE_CODES)[number]): PaymentEvidence => ({
  type: 'failed',
  problem: { code: 'service', name, said: '' },
  at: AT + 1,
});
const found = (state: Extract<PaymentEvidence, { type: 'found' }>['state'], at: number): PaymentEvidence => ({
  type: 'found',
  state,
  at,
});
const TOO_LATE = AT + PAYMENT_REQUEST_LIFE_MS + PAYMENT_CLOCK_MARGIN_MS;

describe('a payment', () => {
  it('leaves once, and only for the one who wrote it down', () => {
    expect(sent()).toMatchObject({ phase: 'sent', rev: 2, sentAt: AT, deadline: AT + PAYMENT_REQUEST_LIFE_MS });
    expect(learn(sent(), leaves)).toEqual(sent());
    expect(learn(fresh(), { type: 'leaves', attempt: 'two', at: AT })).toEqual(fresh());
  });

  it('is settled by the preimage of its hash alone, else not known', () => {
    expect(learn(sent(), paid(PREIMAGE))).toMatchObject({ phase: 'settled', preimage: PREIMAGE, feesMsats: 1 });
    expect(learn(sent(), paid('cd'.repeat(32))).phase).toBe('unknown');
    expect(learn(sent(), paid(undefined)).phase).toBe('unknown');
  });

  it('by the wallet of the browser is ended by the word of the user once its invoice is long over, until a proof comes', () => {
    const rejected = learn(sent('webln'), { type: 'failed', problem: { code: 'provider', said: 'no' }, at: AT + 1 });
    const end = AT + 600_000 + DENIAL_WAIT_MS;
    const denied = (at: number): PaymentEvidence => ({ type: 'denied', at });
    expect([mayDeny(rejected, end - 1), mayDeny(rejected, end)]).toEqual([false, true]);
    expect(learn(rejected, denied(end - 1))).toBe(rejected);
    const over = learn(rejected, denied(end));
    expect(over).toMatchObject({ phase: 'refused', problem: { code: 'denied' }, refusedAt: end });
    expect(learn(over, paid(undefined))).toBe(over);
    expect(learn(over, paid(PREIMAGE)).phase).toBe('settled');
    // who was not asked yet, or can still say it, or has said it
    for (const other of [
      fresh('webln'),
      sent('webln'),
      learn(sent(), { type: 'silence', at: AT }),
      learn(sent('webln'), paid(PREIMAGE)),
    ])
      expect(learn(other, denied(end))).toBe(other);
  });

  it('from ecash that was deleted is asked of nobody, and ended by a proof, or by the word of the user once its invoice is long over', () => {
    const ecash = { ...sent(), route: { kind: 'ecash', mint: 'https://mint.example' } } as const;
    const asked = learn(learn(ecash, { type: 'silence', at: AT + 9 }), { type: 'asked', at: AT + 99 });
    const deleted = learn(asked, { type: 'deleted', at: AT + 100 });
    expect(deleted).toMatchObject({ phase: 'unknown', problem: { code: 'ecash-deleted' }, unknownAt: AT + 9 });
    expect([isBeingAsked(asked, AT + 100), isBeingAsked(deleted, AT + 100)]).toEqual([true, false]);
    expect(learn(deleted, { type: 'asked', at: AT + 101 })).toBe(deleted);
    expect(learn(deleted, found('none', TOO_LATE))).toBe(deleted);
    expect(learn(deleted, paid(PREIMAGE)).phase).toBe('settled');
    const end = AT + 600_000 + DENIAL_WAIT_MS;
    expect(learn(deleted, { type: 'denied', at: end - 1 })).toBe(deleted);
    expect(learn(deleted, { type: 'denied', at: end })).toMatchObject({
      phase: 'refused',
      problem: { code: 'denied' },
    });
    // its mint can be asked
    expect(learn(asked, { type: 'denied', at: end })).toBe(asked);
    // a wallet has nothing to do with it
    expect(learn(sent(), { type: 'deleted', at: AT + 1 })).toEqual(sent());
  });

  it('is refused at once only by words after which no money moves', () => {
    const doubtful = SERVICE_CODES.filter((name) => learn(sent(), failed(name)).phase === 'unknown');
    expect(doubtful).toEqual(['PAYMENT_FAILED', 'NOT_FOUND', 'INTERNAL', 'OTHER']);
    expect(learn(sent('webln'), failed('INSUFFICIENT_BALANCE')).phase).toBe('unknown');
    // it was not asked at all (WEBLN-03)
    const notReady = { type: 'failed', problem: { code: 'provider-not-ready' }, at: AT + 1 } as const;
    expect(learn(sent('webln'), notReady).phase).toBe('refused');
  });

  it('[ZAP-13] is not known after silence, and stays so until the wallet tells', () => {
    const unknown = learn(sent(), { type: 'silence', at: AT + 9 });
    expect(unknown).toMatchObject({ phase: 'unknown', problem: { code: 'no-answer', ms: PAYMENT_TIMEOUT_MS } });
    expect(learn(unknown, found('pending', TOO_LATE)).phase).toBe('unknown');
    expect(learn(unknown, found('blind', TOO_LATE)).phase).toBe('unknown');
    expect(learn(unknown, found('none', TOO_LATE - 1)).phase).toBe('unknown');
    expect(learn(unknown, found('none', TOO_LATE)).phase).toBe('refused');
    expect(learn(unknown, found('failed', AT + 1)).phase).toBe('refused');
    expect(learn(unknown, found('settled', AT + 1)).phase).toBe('settled');
    expect(learn(unknown, paid(PREIMAGE)).phase).toBe('settled');
  });

  it('by ecash whose ledger has nothing of it was interrupted before it was sent', () => {
    const ecash = { ...sent(), route: { kind: 'ecash', mint: 'https://mint.example' } } as const;
    const unknown = learn(ecash, { type: 'silence', at: AT + 9 });
    expect(learn(unknown, found('none', TOO_LATE - 1)).phase).toBe('unknown');
    expect(learn(unknown, found('none', TOO_LATE))).toMatchObject({
      phase: 'refused',
      problem: { code: 'interrupted' },
    });
  });

  it('counts how often its wallet was asked, and stays as it is', () => {
    const unknown = learn(sent(), { type: 'silence', at: AT + 9 });
    const asked: PaymentEvidence = { type: 'asked', at: AT + 99 };
    expect(learn(learn(unknown, asked), asked)).toMatchObject({ phase: 'unknown', asks: 2, askedAt: AT + 99 });
    expect([isBeingAsked(learn(unknown, asked), AT + 4_000), isBeingAsked(unknown, AT)]).toEqual([true, false]);
    // a wallet that is silent has its time before the next look; then that is overdue
    expect(isBeingAsked(learn(unknown, asked), AT + 12_000)).toBe(true);
    expect(isBeingAsked(learn(unknown, asked), AT + 20_000)).toBe(false);
    expect(learn(sent(), asked)).toEqual(sent());
    const browsers = learn(sent('webln'), { type: 'silence', at: AT });
    expect(learn(browsers, asked)).toBe(browsers);
  });

  it('that was shown for another wallet is settled by who is paid, never sent, and over some minutes after its invoice', () => {
    const offered = requestPayment(
      { text: 'lnbc1', paymentHash: HASH, msats: 21_000, expiresAt: AT / 1_000 + 600 },
      { owner: '11'.repeat(32), attempt: 'one', at: AT, route: { kind: 'shown' } },
    );
    const end = AT + 600_000 + OFFER_MARGIN_MS;
    expect([offered.phase, isTold(offered), mayPayAgain(offered, AT)]).toEqual(['offered', false, false]);
    expect(readPaymentRecord(offered)).toBe(offered);
    expect(recover(offered, AT)).toEqual({ do: 'wait', until: end });
    const others: PaymentEvidence[] = [
      leaves,
      { type: 'never sent', at: end },
      found('none', end),
      found('failed', end),
    ];
    for (const evidence of [...others, { type: 'silence', at: end - 1 } as const])
      expect(learn(offered, evidence)).toBe(offered);
    const paidBy = learn(offered, found('settled', AT + 9));
    expect(paidBy).toMatchObject({ phase: 'settled', settledAt: AT + 9 });
    expect(isTold(paidBy)).toBe(true);
    const over = learn(offered, { type: 'silence', at: end });
    expect(over).toMatchObject({ phase: 'refused', problem: { code: 'invoice-expired' } });
    expect([isTold(over), mayPayAgain(over, end)]).toEqual([false, true]);
    expect(learn(over, paid(PREIMAGE)).phase).toBe('settled');
  });

  it('that the wallet said had failed is refused when it cannot be asked again', () => {
    expect(learn(learn(sent(), failed('PAYMENT_FAILED')), found('blind', AT + 2)).phase).toBe('refused');
    expect(learn(learn(sent(), failed('INTERNAL')), found('blind', AT + 2)).phase).toBe('unknown');
  });

  it('that was refused is paid when its wallet or whoever is paid says so, and in doubt when the wallet takes its word back', () => {
    const refused = learn(sent(), failed('RESTRICTED'));
    expect(learn(refused, found('settled', AT + 2))).toMatchObject({ phase: 'settled', settledAt: AT + 2 });
    expect(learn(refused, paid(PREIMAGE))).toMatchObject({
      phase: 'settled',
      preimage: PREIMAGE,
      rev: refused.rev + 1,
    });
    for (const doubt of [paid(undefined), paid('cd'.repeat(32)), found('pending', TOO_LATE)]) {
      const unknown = learn(refused, doubt);
      expect([unknown.phase, mayPayAgain(unknown, TOO_LATE)]).toEqual(['unknown', false]);
    }
    const gone = learn(fresh(), { type: 'never sent', at: AT });
    expect(learn(gone, found('pending', AT))).toBe(gone);
  });

  it('that was refused by a word is paid by nothing else until its wallet, too late to begin, confirms it, or ten minutes passed', () => {
    const refused = learn(sent(), failed('INSUFFICIENT_BALANCE'));
    const until = refused.refusedAt! + REFUSAL_DOUBT_MS;
    expect([standOf(refused, until - 1), mayPayAgain(refused, until - 1)]).toEqual(['held', false]);
    expect([standOf(refused, until), mayPayAgain(refused, until)]).toEqual(['refused', true]);
    expect(recover(refused, until - 1)).toEqual({ do: 'look up' });
    for (const state of ['none', 'blind', 'failed'] as const) {
      expect(learn(refused, found(state, TOO_LATE - 1))).toBe(refused);
      const confirmed = learn(refused, found(state, TOO_LATE));
      expect(confirmed).toMatchObject({ phase: 'refused', confirmedAt: TOO_LATE, problem: refused.problem! });
      expect([mayPayAgain(confirmed, TOO_LATE), recover(confirmed, TOO_LATE).do]).toEqual([true, 'nothing']);
    }
    // what an older version wrote down holds as well
    expect(mayPayAgain({ ...refused, refusedAt: undefined } as unknown as PaymentRecord, AT)).toBe(true);
  });

  it('hears nothing of another attempt but a proof', () => {
    const again = { ...sent(), attempt: 'two' };
    for (const stale of [failed('INSUFFICIENT_BALANCE'), found('failed', AT), found('none', TOO_LATE), paid(undefined)])
      expect(learn(again, stale, 'one')).toBe(again);
    expect(learn(again, failed('INSUFFICIENT_BALANCE'), 'two').phase).toBe('refused');
    expect(learn(again, paid(PREIMAGE), 'one').phase).toBe('settled');
  });

  it('that was never sent is given up, by whoever finds it, and can then not be sent', () => {
    const gone = learn(fresh(), { type: 'never sent', at: AT + 9 });
    expect(gone).toMatchObject({ phase: 'refused', problem: { code: 'interrupted' } });
    expect(learn(gone, leaves)).toBe(gone);
    expect(learn(sent(), { type: 'never sent', at: AT + 9 })).toEqual(sent());
  });

  it('is looked up often at first, then patiently', () => {
    expect([0, 1, 2, 3, 19, 20].map(lookUpDelay)).toEqual([2_000, 4_000, 8_000, 10_000, 10_000, 60_000]);
  });

  it('goes on from its record by the clock', () => {
    expect(recover(fresh(), AT + 1)).toEqual({ do: 'wait', until: AT + PAYMENT_TIMEOUT_MS });
    expect(recover(fresh(), AT + PAYMENT_TIMEOUT_MS)).toEqual({ do: 'give up' });
    expect(recover(sent(), AT + 1)).toEqual({ do: 'wait', until: AT + PAYMENT_TIMEOUT_MS });
    expect(recover(sent(), AT + PAYMENT_TIMEOUT_MS)).toEqual({ do: 'look up' });
    expect(recover(learn(sent(), { type: 'silence', at: AT + 9 }), AT)).toEqual({ do: 'look up' });
    expect(recover(learn(sent(), paid(PREIMAGE)), AT)).toEqual({ do: 'nothing' });
  });

  it('is read from the database only in its own shape', () => {
    expect(readPaymentRecord(JSON.parse(JSON.stringify(sent())))).toEqual(sent());
    for (const wrong of [null, 1, {}, { ...fresh(), rev: 'x' }, { ...fresh(), route: {} }, { ...fresh(), attempt: 1 }])
      expect(readPaymentRecord(wrong)).toBeUndefined();
  });

  const evidence = fc.oneof(
    fc.constant<PaymentEvidence>(leaves),
    fc.constant<PaymentEvidence>({ type: 'silence', at: AT + 9 }),
    fc.constant<PaymentEvidence>({ type: 'never sent', at: AT + 9 }),
    fc.constantFrom(paid(PREIMAGE), paid('cd'.repeat(32)), paid(undefined)),
    fc.constantFrom(...SERVICE_CODES.map(failed)),
    fc.constantFrom(
      ...(['settled', 'pending', 'failed', 'none', 'blind'] as const).flatMap((state) =>
        [AT, TOO_LATE].map((at) => found(state, at)),
      ),
    ),
  );

  it('never leaves what is over, never goes back to be sent, and may be paid again only when it was refused', () => {
    fc.assert(
      fc.property(
        fc.array(evidence, { maxLength: 12 }),
        fc.constantFrom('nwc' as const, 'webln' as const),
        (all, kind) => {
          let record = fresh(kind);
          let departures = 0;
          let latest = 0;
          for (const one of all) {
            const next = learn(record, one);
            latest = Math.max(latest, one.at);
            if (record.phase === 'settled') expect(next).toBe(record);
            if (record.phase === 'refused') expect(['refused', 'unknown', 'settled']).toContain(next.phase);
            // whoever may pay it again knows that the wallet before could not have been asked any more, or said so twice
            if (standOf(next, TOO_LATE) === 'refused' && next.sentAt && next.problem?.code === 'service')
              expect(
                next.confirmedAt !== undefined ||
                  kind !== 'nwc' ||
                  next.problem.name === 'PAYMENT_FAILED' ||
                  latest >= TOO_LATE,
              ).toBe(true);
            if (record.phase !== 'requested') expect(next.phase).not.toBe('requested');
            if (next.phase === 'sent' && record.phase !== 'sent') departures += 1;
            expect(next.rev).toBe(record.rev + (next === record ? 0 : 1));
            record = next;
          }
          expect(departures).toBeLessThan(2);
          expect(mayPayAgain(record, TOO_LATE)).toBe(standOf(record, TOO_LATE) === 'refused');
        },
      ),
    );
  });
});
