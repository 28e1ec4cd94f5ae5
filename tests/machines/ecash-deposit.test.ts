import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { DEPOSIT_LATE_MS, MINT_SOCKET_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { DAY, MINUTE } from '#domain/units.ts';
import {
  checkDelay,
  lateDelay,
  mintingDelay,
  overAt,
  wordOfProblem,
  wordOfState,
  type DepositWord,
} from '#domain/ecash/ledger/deposit.ts';
import {
  depositMachine,
  type DepositLook,
  type DepositTaking,
  type QuoteFact,
} from '#machines/ecash/deposit.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const input = { operation: 'o1', mint: 'https://mint.example', quote: 'q1', isOld: false };
const UNPAID: DepositLook = { word: { type: 'unpaid' }, over: 'no' };
const LATE: DepositLook = { word: { type: 'unpaid' }, over: 'yes' };
const PAST: DepositLook = { word: { type: 'unpaid' }, over: 'long ago' };
const PAID: DepositLook = { word: { type: 'paid' }, over: 'long ago' };

describe('when a mint is asked again', () => {
  it('[DEPOSIT-06] [DEPOSIT-12] begins at 2500 ms, and grows by 500 with each check and by 5000 where it is too much', () => {
    const after = (checks: number, busy = 0, afterMs?: number) => checkDelay({ checks, busy, afterMs });
    expect([0, 1, 2, 3].map((checks) => after(checks))).toEqual([2_500, 3_000, 3_500, 4_000]);
    expect(after(3, 1)).toBe(9_000);
    expect(after(10_000)).toBe(MINUTE);
    expect([1, 2].map((busy) => after(10_000, busy))).toEqual([MINUTE + 5_000, MINUTE + 10_000]);
    expect(after(0, 10_000)).toBe(60 * MINUTE);
    expect(after(0, 1, 30_000)).toBe(30_000);
    expect(after(0, 1, 90_000)).toBe(90_000);
    expect(after(0, 1, 900 * DAY)).toBe(60 * MINUTE);
  });

  it('knows when the time to pay is over, and when nobody will pay any more', () => {
    expect([undefined, 5, 10].map((expiresAt) => overAt(expiresAt, 10))).toEqual(['no', 'yes', 'no']);
    expect([10, 11].map((now) => overAt(10, now + DEPOSIT_LATE_MS))).toEqual(['yes', 'long ago']);
  });

  it('comes soon after the time to pay three times, then once a day', () => {
    expect([0, 1, 2, 3, 4].map(lateDelay)).toEqual([MINUTE, 5 * MINUTE, 15 * MINUTE, DAY, DAY]);
  });

  it('[DEPOSIT-14] tries to mint again after 1500, 3000 and 4500 ms, then each minute', () => {
    expect([0, 1, 2, 3, 4].map(mintingDelay)).toEqual([1_500, 3_000, 4_500, MINUTE, MINUTE]);
  });

  it('[DEPOSIT-10] [DEPOSIT-11] [DEPOSIT-12] reads what a mint says by its number, else by its words', () => {
    const refused = (number: number, said = '') => wordOfProblem({ code: 'mint-refused', number, said }).type;
    expect(refused(20_001)).toBe('unpaid');
    expect(refused(0, 'Quote not paid.')).toBe('unpaid');
    expect(refused(20_002)).toBe('issued');
    expect(refused(0, 'quote already issued')).toBe('issued');
    expect(refused(0, 'Rate limit exceeded')).toBe('busy');
    expect(refused(11_001, 'spent')).toBe('nothing');
    expect(wordOfProblem({ code: 'mint-status', status: 400, said: 'quote not paid' }).type).toBe('unpaid');
    expect(wordOfProblem({ code: 'mint-busy', afterMs: 7 })).toEqual({ type: 'busy', afterMs: 7 });
    expect(wordOfProblem({ code: 'mint-network' })).toEqual({ type: 'nothing', problem: { code: 'mint-network' } });
    expect((['UNPAID', 'PAID', 'ISSUED'] as const).map((state) => wordOfState(state).type)).toEqual([
      'unpaid',
      'paid',
      'issued',
    ]);
  });
});

describe('a deposit', () => {
  it('reaches every state', () => {
    const looked = (output: DepositLook, id = 'check quote') => ({ type: `xstate.done.actor.${id}`, output });
    const late = 'check late quote';
    const told = (word: DepositWord) => ({ type: 'quote.changed', word });
    expectFullCoverage(depositMachine, {
      inputs: [input, { ...input, isOld: true }],
      events: [
        { type: 'operation.look' },
        { type: 'socket.ended' },
        told({ type: 'unpaid' }),
        told({ type: 'issued' }),
        looked(UNPAID),
        looked(LATE),
        looked(PAID),
        looked(PAST),
        looked({ word: { type: 'busy', afterMs: undefined }, over: 'no' }),
        looked(UNPAID, late),
        looked(PAID, late),
        looked(PAST, late),
        { type: 'xstate.error.actor.check quote', error: new Error('x') },
        { type: `xstate.error.actor.${late}`, error: new Error('x') },
        { type: 'xstate.error.actor.follow quote', error: new Error('x') },
        { type: 'xstate.done.actor.take ecash', output: 'taken' },
        { type: 'xstate.done.actor.take ecash', output: 'unpaid' },
        { type: 'xstate.error.actor.take ecash', error: new Error('x') },
        { type: 'xstate.after.untilCheck.deposit.awaitingPayment.polling.pausing' },
        { type: 'xstate.after.untilSocket.deposit.awaitingPayment.socket.deaf' },
        { type: 'xstate.after.untilLateCheck.deposit.late.pausing' },
        { type: 'xstate.after.untilRetry.deposit.retrying' },
      ],
      identity: ({ checks, busy, retries, isOld, isHeard }) => ({
        isHeard,
        checks: Math.min(checks, 1),
        busy: Math.min(busy, 1),
        retries: Math.min(retries, 1),
        isOld,
      }),
      tags: {
        late: ['late'],
        minting: ['taking'],
        retrying: ['taking'],
        committed: ['over'],
        expired: ['over'],
      },
    });
  });

  /** A deposit by a clock that stands still until it is moved. */
  const begin = (looks: readonly (DepositLook | Error)[], { isOld = false, fails = 0, unpaid = 0 } = {}) => {
    const clock = new SimulatedClock();
    const asked: number[] = [];
    const taken: number[] = [];
    let tell: ((fact: QuoteFact) => void) | undefined;
    const actor = createActor(
      depositMachine.provide({
        actors: {
          'follow quote': fromCallback<QuoteFact, { operation: string; mint: string; quote: string }>(
            ({ sendBack }) => {
              tell = sendBack;
              return () => (tell = undefined);
            },
          ),
          'check quote': fromPromise(async () => {
            asked.push(clock.now());
            const look = looks[asked.length - 1] ?? UNPAID;
            if (look instanceof Error) throw look;
            return look;
          }),
          'take ecash': fromPromise<DepositTaking, { operation: string; mint: string; quote: string }>(async () => {
            taken.push(clock.now());
            if (taken.length <= fails) throw new Error('not yet');
            return taken.length <= unpaid ? 'unpaid' : 'taken';
          }),
        },
      }),
      { clock, input: { ...input, isOld } },
    );
    actor.start();
    const settle = async () => {
      for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    };
    const pass = async (ms: number) => {
      for (let at = 0; at < ms; at += 500) {
        clock.increment(500);
        await settle();
      }
    };
    return { actor, asked, taken, pass, settle, tell: (word: DepositWord) => tell?.({ type: 'quote.changed', word }) };
  };

  it('[DEPOSIT-05] [DEPOSIT-06] [DEPOSIT-07] asks by the ladder until it is paid, and takes the ecash then alone', async () => {
    const { actor, asked, taken, pass } = begin([UNPAID, UNPAID, new Error('gone'), PAID]);
    await pass(13_000);
    expect(asked).toEqual([2_500, 5_500, 9_000, 13_000]);
    expect(taken).toEqual([13_000]);
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', value: 'committed', output: { operation: 'o1' } });
  });

  it('is told by the socket before it asks', async () => {
    const { actor, asked, taken, settle, tell } = begin([]);
    tell({ type: 'unpaid' });
    expect(actor.getSnapshot().matches('awaitingPayment')).toBe(true);
    tell({ type: 'paid' });
    await settle();
    expect([asked, taken, actor.getSnapshot().value]).toEqual([[], [0], 'committed']);
  });

  it('[DEPOSIT-12] asks 5000 ms later where the mint is asked too often', async () => {
    const { asked, pass } = begin([{ word: { type: 'busy', afterMs: undefined }, over: 'no' }]);
    await pass(11_000);
    expect(asked).toEqual([2_500, 10_500]);
  });

  it('[DEPOSIT-09] [DEPOSIT-11] takes what was issued before, too: the ledger finds it', async () => {
    const { actor, pass } = begin([{ word: { type: 'issued' }, over: 'no' }]);
    await pass(2_500);
    expect(actor.getSnapshot().value).toBe('committed');
  });

  it('[DEPOSIT-14] keeps on taking what is paid, however often the mint fails', async () => {
    const { actor, taken, pass, settle } = begin([PAID], { fails: 4, isOld: true });
    await settle();
    await pass(9_000);
    expect(taken).toEqual([0, 1_500, 4_500, 9_000]);
    await pass(MINUTE);
    expect(taken).toHaveLength(5);
    expect(actor.getSnapshot().value).toBe('committed');
  });

  it('[DEPOSIT-06] [DEPOSIT-10] waits on by the ladder where the mint said once in error that it was paid', async () => {
    const { actor, asked, taken, pass } = begin([PAID, UNPAID, UNPAID, PAID], { unpaid: 1 });
    await pass(2_500);
    expect(actor.getSnapshot().matches('awaitingPayment')).toBe(true);
    await pass(10_500);
    expect(asked).toEqual([2_500, 5_500, 9_000, 13_000]);
    expect(taken).toEqual([2_500, 13_000]);
    expect(actor.getSnapshot().value).toBe('committed');
  });

  it('hears its socket again after a wrong word, and not at once: such a mint says the same each time', async () => {
    const { actor, taken, pass, settle, tell } = begin([], { unpaid: 1 });
    tell({ type: 'paid' });
    await settle();
    tell({ type: 'paid' });
    await settle();
    expect(taken).toEqual([0]);
    await pass(MINT_SOCKET_AGAIN_MS);
    tell({ type: 'paid' });
    await settle();
    expect(taken).toEqual([0, MINT_SOCKET_AGAIN_MS]);
    expect(actor.getSnapshot().value).toBe('committed');
  });

  it('[DEPOSIT-06] asks by itself after a wrong word of the socket, so that this one cannot keep it from ever asking', async () => {
    const { actor, asked, taken, pass, settle, tell } = begin([UNPAID, PAID, UNPAID, PAST], { unpaid: 3 });
    tell({ type: 'paid' });
    await settle();
    expect([taken, asked]).toEqual([[0], [0]]);
    // by the ladder from then on, also where this one is wrong
    await pass(3_000);
    expect([taken, asked]).toEqual([
      [0, 3_000],
      [0, 3_000],
    ]);
    await pass(3_500);
    expect(asked).toEqual([0, 3_000, 6_500]);
    await pass(MINT_SOCKET_AGAIN_MS - 3_500);
    tell({ type: 'paid' });
    await settle();
    expect(actor.getSnapshot().value).toBe('expired');
  });

  it('asks soon once more when the invoice has just expired: its payment may be on its way', async () => {
    const { actor, asked, taken, pass, settle } = begin([LATE, new Error('gone'), LATE, LATE], { isOld: true });
    await settle();
    await pass(30 * MINUTE);
    expect(asked).toEqual([0, 1, 6, 21].map((minutes) => minutes * MINUTE));
    expect(actor.getSnapshot().hasTag('late')).toBe(true);
    const other = begin([UNPAID, LATE, PAID]);
    await other.pass(2 * MINUTE);
    expect([other.asked, other.taken]).toEqual([[2_500, 5_500, 65_500], [65_500]]);
    expect(taken).toEqual([]);
  });

  it('asks once a day for money that comes late, for a month', async () => {
    const { actor, asked, taken, settle } = begin([LATE, new Error('gone'), LATE, PAID], { isOld: true });
    await settle();
    expect(actor.getSnapshot().hasTag('late')).toBe(true);
    for (let day = 0; day < 3; day++) {
      (actor.clock as SimulatedClock).increment(DAY);
      await settle();
    }
    expect([asked.length, taken.length, actor.getSnapshot().value]).toEqual([4, 1, 'committed']);
    const other = begin([LATE, LATE, PAST], { isOld: true });
    await other.settle();
    for (let day = 0; day < 2; day++) {
      expect(other.actor.getSnapshot().status).toBe('active');
      (other.actor.clock as SimulatedClock).increment(DAY);
      await other.settle();
    }
    expect(other.actor.getSnapshot().value).toBe('expired');
  });
});
