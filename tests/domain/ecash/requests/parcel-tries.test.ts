import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterTrouble, againAfter, atOnce, isDue, mayPass } from '#domain/ecash/requests/parcel-tries.ts';
import { CARRY_AGAIN_MOST_MS, CARRY_AGAIN_TRIES } from '#domain/ecash/ecash-limits.ts';
import { backFrom } from '#domain/ecash/proofs/lock.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { Parcel } from '#domain/ecash/ledger/parcel.ts';

const parcel: Parcel = { way: { type: 'post', url: 'https://shop.example/' }, state: 'due' };
const record = (of: Parcel, more: Partial<Operation> = {}) =>
  ({ kind: 'send', phase: 'waiting', parcel: of, ...more }) as Operation;
const SILENT: EcashProblem = { code: 'request-silent' };
const REFUSED: EcashProblem = { code: 'request-refused', status: 400 };
const troubles = fc.oneof(
  fc.constant(SILENT),
  fc.constant<EcashProblem>({ code: 'message-undelivered' }),
  fc.integer({ min: 300, max: 599 }).map((status): EcashProblem => ({ code: 'request-refused', status })),
);

describe('a payment that is brought in vain', () => {
  it('is brought once more by itself, later each time, and at last waits for the user', () => {
    let [now, known, tries] = [1_000, parcel, 0];
    while (known.state === 'due') {
      known = afterTrouble(known, SILENT, now);
      tries += 1;
      if (known.nextAt === undefined) break;
      expect(known.nextAt - now).toBe(againAfter(tries));
      expect([isDue(record(known), known.nextAt - 1), isDue(record(known), known.nextAt)]).toEqual([false, true]);
      now = known.nextAt;
    }
    expect([known.state, tries]).toEqual(['failed', CARRY_AGAIN_TRIES + 1]);
    expect(now).toBeGreaterThan(24 * 3_600_000);
  });

  it('is left to the user at once where waiting helps nobody', () => {
    fc.assert(
      fc.property(troubles, fc.nat(), (trouble, now) => {
        const after = afterTrouble(parcel, trouble, now);
        expect(after.state === 'due').toBe(mayPass(trouble));
        expect(after.nextAt !== undefined).toBe(mayPass(trouble));
      }),
    );
    expect(mayPass(REFUSED)).toBe(false);
    expect([408, 429, 500, 503].every((status) => mayPass({ code: 'request-refused', status }))).toBe(true);
  });

  it('is brought at once when the user says so, whichever way it waits, and not while it is on its way or there', () => {
    for (const waiting of [afterTrouble(parcel, SILENT, 5), afterTrouble(parcel, REFUSED, 5)]) {
      const next = atOnce(waiting);
      expect(next).toEqual(parcel);
      expect(isDue(record(next!), 5)).toBe(true);
    }
    expect(atOnce(parcel)).toBeUndefined();
    expect(atOnce({ ...parcel, state: 'done' })).toBeUndefined();
  });

  it('is not brought any more once it is taken back or over, whatever the clock says', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (now, nextAt) => {
        const due: Parcel = { ...parcel, nextAt };
        expect(isDue(record(due, { child: 'back' }), now)).toBe(false);
        expect(isDue(record(due, { phase: 'committed' }), now)).toBe(false);
        // a clock that was put back makes nobody wait longer than the longest pause
        expect(isDue(record(due), now)).toBe(nextAt <= now || nextAt - now > CARRY_AGAIN_MOST_MS);
      }),
    );
  });
});

describe('what was locked for somebody', () => {
  it('comes back at its time where it is ours then, or everybody’s; else never', () => {
    const pubkey = `02${'a'.repeat(64)}`;
    const [own, other] = [`02${'b'.repeat(64)}`, `02${'c'.repeat(64)}`];
    expect(backFrom({ pubkey }, own)).toBeUndefined();
    expect(backFrom({ pubkey, locktime: 7 }, own)).toBe(7);
    expect(backFrom({ pubkey, locktime: 7, refund: [own] }, own)).toBe(7);
    expect(backFrom({ pubkey, locktime: 7, refund: [other] }, own)).toBeUndefined();
    expect(backFrom({ pubkey, locktime: 7, refund: [other, own] }, own)).toBe(7);
  });
});
