import { describe, expect, it } from 'vitest';
import { CHANGE_LATE_MS, DEPOSIT_LATE_MS, PASSING_MOST } from '#domain/ecash/ecash-limits.ts';
import type { Operation, OperationKind, OperationPhase } from '#domain/ecash/ledger/operation.ts';
import type { RestoredProof, SpentState } from '#domain/ecash/proof.ts';
import {
  heedsForgotten,
  MINT_CODE,
  recover,
  saysForgotten,
  type RequestAnswer,
  type Evidence,
  type QuoteState,
  type NextStep,
} from '#domain/ecash/ledger/recover.ts';

/** outputs signed already: as mints say it now, and as they said it before 2026 */
const SIGNED_BEFORE = [MINT_CODE.outputsSigned, MINT_CODE.outputsSignedOld];

const sealed = { ivB64: '', ciphertextB64: '' };
const proof: RestoredProof = { y: 'n', mint: 'm', unit: 'sat', keyset: '00', amount: 4, sealed, role: 'keep', b: 'b' };
/** of the same number of the seed, which another device asked for */
const theirs: RestoredProof = { ...proof, amount: 2 };
const record = (change: Partial<Operation> = {}): Operation => ({
  id: 'o1',
  rev: 3,
  kind: 'swap',
  mint: 'm',
  unit: 'sat',
  phase: 'sent',
  amount: 4,
  fee: 0,
  inputs: ['y1', 'y2'],
  spends: 4,
  outputs: [{ role: 'keep', keyset: '00', amounts: [4], b: ['b'], sealed }],
  counters: [],
  attempts: 1,
  refusals: 0,
  got: 0,
  createdAt: 1,
  changedAt: 1,
  ...change,
});

const KINDS: readonly OperationKind[] = [
  'swap',
  'send',
  'receive',
  'reclaim',
  'fence',
  'consolidation',
  'melt',
  'deposit',
];
const LIVE: readonly OperationPhase[] = ['journaled', 'sent', 'answered', 'waiting', 'unknown', 'attention'];
const ANSWERS: readonly (RequestAnswer | undefined)[] = [
  undefined,
  { type: 'silent' },
  { type: 'told' },
  ...[...Object.values(MINT_CODE), 20_001, 20_002, 20_005, 1].map((number) => ({ type: 'refused', number }) as const),
];
const STATES: readonly (readonly [SpentState, SpentState] | undefined)[] = [
  undefined,
  ['UNSPENT', 'UNSPENT'],
  ['PENDING', 'UNSPENT'],
  ['SPENT', 'UNSPENT'],
  ['SPENT', 'SPENT'],
];
const QUOTES: readonly (QuoteState | undefined)[] = [undefined, 'UNPAID', 'PENDING', 'PAID', 'ISSUED'];

type Case = { readonly record: Operation; readonly evidence: Evidence; readonly step: NextStep };

/** Every record with everything that can be known of it. */
const everything = function* (): Generator<Case> {
  for (const kind of KINDS)
    for (const phase of LIVE)
      for (const answer of ANSWERS)
        for (const pair of STATES)
          for (const state of QUOTES)
            for (const restored of [undefined, [], [proof], [theirs]])
              for (const isFresh of [true, false])
                for (const refusals of [0, 1]) {
                  const isChild = kind === 'fence' || kind === 'reclaim';
                  const made = record({ kind, phase, refusals, ...(isChild && { parent: 'o0' }) });
                  const evidence: Evidence = {
                    isFresh,
                    ...(answer && { answer }),
                    ...(pair && { states: { y1: pair[0], y2: pair[1] } }),
                    ...(state && { quote: { state } }),
                    ...(restored && { restored }),
                  };
                  yield { record: made, evidence, step: recover(made, evidence) };
                }
};

const ALL: readonly Case[] = [...everything()];

const where = (holds: (one: Case) => boolean) => {
  const found = ALL.filter(holds);
  expect(found.length).toBeGreaterThan(0);
  return found;
};
const stepsOf = (cases: readonly Case[]) => new Set(cases.map(({ step }) => step.do));
const isToken = ({ record: { kind, phase } }: Case) => kind === 'send' && phase === 'waiting';
const states = ({ evidence }: Case) => Object.values(evidence.states ?? {});

describe('the way on from any record', () => {
  it('gives up nothing that left, unless the mint refused each request, or somebody else spent of it', () => {
    const freed = where(({ step, record: { phase } }) => step.do === 'release' && phase !== 'journaled');
    const rashly = freed.filter(({ record: made, evidence }) =>
      made.kind === 'deposit' ? evidence.quote?.state !== 'ISSUED' : made.attempts !== made.refusals,
    );
    expect(rashly).toEqual([]);
    expect(where(({ step }) => step.do === 'yield').filter((one) => !states(one).includes('SPENT'))).toEqual([]);
  });

  it('[MELT-08] never lets go of what a payment holds that left, but by way of fresh proofs', () => {
    const payments = where(({ record: { kind, phase } }) => kind === 'melt' && phase !== 'journaled');
    expect(stepsOf(payments)).not.toContain('release');
    const again = payments.filter(({ step }) => step.do === 'send');
    expect(again.filter(({ evidence: { isFresh, answer } }) => !isFresh || answer)).toEqual([]);
    expect(again.filter((one) => one.evidence.quote?.state !== 'UNPAID')).toEqual([]);
    expect(again.filter((one) => states(one).join(' ') !== 'UNSPENT UNSPENT')).toEqual([]);
    const made = payments.filter(({ step }) => step.do === 'fence');
    expect(made.filter((one) => states(one).join(' ') !== 'UNSPENT UNSPENT')).toEqual([]);
  });

  it('[MELT-08] [PROOF-08] frees what a payment holds without new proofs when no request of it can be taken any more', () => {
    const known: Evidence = { isFresh: false, states: { y1: 'UNSPENT', y2: 'UNSPENT' }, quote: { state: 'UNPAID' } };
    const refused = (number: number) => ({ code: 'mint-refused', number, said: '' }) as const;
    const after = (change: Partial<Operation>) =>
      recover(record({ kind: 'melt', phase: 'unknown', ...change }), known).do;
    expect(after({ attempts: 0 })).toBe('release');
    for (const number of [20_007, 11_005, 12_002])
      expect(after({ refusals: 1, trouble: refused(number) })).toBe('release');
    // one that failed may be paid when the same request comes once more
    for (const number of [20_004, 20_005, MINT_CODE.spent, MINT_CODE.inputsPending])
      expect(after({ refusals: 1, trouble: refused(number) })).toBe('fence');
    expect(after({ attempts: 2, refusals: 1, trouble: refused(20_007) })).toBe('fence');
    expect(after({ refusals: 1, trouble: { code: 'mint-network' } })).toBe('fence');
  });

  it('[MELT-08] takes what a payment holds away from it when the mint forgot its quote, and never while it may be paid', () => {
    const sent = record({ kind: 'melt', phase: 'unknown' });
    const at = (one: SpentState, other: SpentState, more: Partial<Evidence> = {}) =>
      recover(sent, { isFresh: false, states: { y1: one, y2: other }, isForgotten: true, ...more }).do;
    expect(recover(sent, { isFresh: false, isForgotten: true }).do).toBe('ask states');
    // what was asked for before the quote may have changed since
    expect(at('UNSPENT', 'UNSPENT')).toBe('ask states');
    for (const isFresh of [true, false]) expect(at('UNSPENT', 'UNSPENT', { isSure: true, isFresh })).toBe('fence');
    expect(at('PENDING', 'UNSPENT', { isSure: true })).toBe('wait');
    expect(at('SPENT', 'UNSPENT', { isSure: true })).toBe('yield');
    const states = { y1: 'SPENT', y2: 'SPENT' } as const;
    const attend = { do: 'attend', trouble: { code: 'quote-forgotten' } };
    expect(recover(sent, { isFresh: false, states, isForgotten: true, isSure: true })).toEqual(attend);
  });

  it('[MELT-08] takes for a forgotten quote only what the mint itself answers', () => {
    const refused = (number: number) => saysForgotten({ code: 'mint-refused', number, said: '' });
    expect([0, 11_000, 20_000, 50_000].map(refused)).toEqual([true, true, true, true]);
    const other = [20_005, MINT_CODE.inputsPending, MINT_CODE.outputsPending, 30_001, 31_004, 80_001, 81_004];
    expect(other.map(refused)).not.toContain(true);
    expect(saysForgotten({ code: 'mint-refused', number: 0, said: 'Rate limit exceeded' })).toBe(false);
    const status = (code: number) => saysForgotten({ code: 'mint-status', status: code, said: '' });
    expect([404, 400, 429, 500, 502, 503].map(status)).toEqual([true, false, false, false, false, false]);
    for (const code of ['mint-network', 'mint-silent', 'mint-timeout', 'bad-response'] as const)
      expect(saysForgotten({ code })).toBe(false);
  });

  it('ends the deposit of a move when its payer can no more, and only while it is not paid', () => {
    const waiting = record({ kind: 'deposit', phase: 'waiting', inputs: [], outputs: [] });
    const at = (state: QuoteState, isDropped: boolean) =>
      recover(waiting, { isFresh: false, quote: { state }, isDropped }).do;
    expect(at('UNPAID', true)).toBe('release');
    expect(at('UNPAID', false)).toBe('wait');
    expect(at('PENDING', true)).toBe('wait');
    expect(at('PAID', true)).toBe('prepare');
  });

  it('heeds that the quote of a deposit is forgotten only when nobody wants it, and its invoice expired long ago', () => {
    const quote = { id: 'q', invoice: 'lnbc', amount: 1, reserve: 0, expiresAt: 1_000 };
    const waiting = record({ kind: 'deposit', phase: 'waiting', inputs: [], outputs: [], quote });
    const [soon, late] = [2_000, 1_001 + DEPOSIT_LATE_MS];
    expect(heedsForgotten(waiting, true, late)).toBe(true);
    expect(heedsForgotten(waiting, true, soon)).toBe(false);
    expect(heedsForgotten(waiting, false, late)).toBe(false);
    // it was paid once, by the word of its mint
    expect(heedsForgotten({ ...waiting, outputs: record({}).outputs }, true, late)).toBe(false);
    const { expiresAt: _, ...endless } = quote;
    expect(heedsForgotten({ ...waiting, quote: endless }, true, late)).toBe(false);
    expect(heedsForgotten(record({ kind: 'melt' }), false, soon)).toBe(true);
    expect(recover(waiting, { isFresh: false, isForgotten: true }).do).toBe('release');
    expect(recover(waiting, { isFresh: false }).do).toBe('ask quote');
  });

  it('[PROOF-03] waits while the mint holds an input', () => {
    const held = where((one) => states(one).includes('PENDING') && one.record.phase !== 'journaled' && !isToken(one));
    const undecided = held.filter(
      ({ record: { kind }, evidence: { quote } }) => kind !== 'deposit' && quote?.state !== 'PAID',
    );
    const isSwap = ({ record: { kind } }: Case) => kind !== 'melt';
    expect(stepsOf(undecided.filter(isSwap))).toEqual(new Set(['wait']));
    expect(stepsOf(undecided.filter((one) => !isSwap(one)))).toEqual(new Set(['wait', 'ask quote']));
  });

  it('asks what the mint signed before it says that money is gone', () => {
    const unasked = ({ evidence: { restored } }: Case) => restored === undefined;
    expect(where(({ step }) => step.do === 'attend').filter(unasked)).toEqual([]);
    const given = where((each) => each.step.do === 'yield' && each.record.kind !== 'melt' && !isToken(each));
    expect(given.filter(unasked)).toEqual([]);
  });

  it('takes what comes back, whoever asked', () => {
    const back = where(
      (one) =>
        one.record.kind !== 'melt' &&
        one.record.kind !== 'deposit' &&
        one.record.phase !== 'journaled' &&
        !isToken(one) &&
        states(one).every((state) => state === 'SPENT') &&
        states(one).length > 0 &&
        one.evidence.restored?.[0] === proof,
    );
    expect(stepsOf(back)).toEqual(new Set(['commit']));
  });

  it('[WEV-08] takes nothing for its own that another device of the same words made with the same numbers', () => {
    const outputs = [
      { role: 'keep', keyset: '00', amounts: [4], b: ['b'], sealed },
      { role: 'send', keyset: '00', amounts: [1, 2], b: ['b1', 'b2'], sealed },
    ] as const;
    const made = [1, 2].map((amount): RestoredProof => ({ ...proof, amount, b: `b${amount}`, role: 'send' }));
    const [spent, split] = [
      { y1: 'SPENT', y2: 'SPENT' },
      { y1: 'SPENT', y2: 'UNSPENT' },
    ] as const;
    const at = (
      states: typeof spent | typeof split,
      restored: readonly RestoredProof[],
      change: Partial<Operation> = {},
    ) => recover(record({ kind: 'send', outputs, ...change }), { isFresh: false, states, restored });
    const mine = [proof, ...made].map(({ b: _, ...rest }) => rest);
    expect(at(spent, [proof, ...made])).toEqual({ do: 'commit', proofs: mine });
    // a mint signs all outputs of a request, in the amounts that it asks for, and spends all inputs
    expect(at(spent, [theirs, ...made]).do).toBe('yield');
    expect(at(split, [proof, ...made]).do).toBe('yield');
    expect(at(split, [proof]).do).toBe('yield');
    expect(at(spent, [proof], { refusals: 1 }).do).toBe('yield');
    // it may have forgotten one: that is looked at
    expect(at(spent, [proof]).do).toBe('attend');
    // what was tried before that counts, each time by itself
    const next = outputs.map((group) => ({ ...group, b: group.b.map((b) => `${b} again`) }));
    const again = { outputs: next, former: outputs, attempts: 2, refusals: 1 };
    expect(at(spent, [proof, ...made], again)).toEqual({ do: 'commit', proofs: mine });
    expect(at(spent, [...made, { ...proof, b: 'b again' }], again).do).toBe('attend');
  });

  it('[WEV-11] leaves a nutzap to the device that says it took it, and needs somebody where none says so', () => {
    const taking = record({ kind: 'receive', inputs: [] });
    const states = { y1: 'SPENT' } as const;
    const at = (isToldTaken: boolean) => recover(taking, { isFresh: false, states, restored: [], isToldTaken });
    expect(at(true)).toEqual({ do: 'yield' });
    expect(at(false)).toMatchObject({ do: 'attend', trouble: { code: 'exchange-unsigned' } });
  });

  it('[WEV-08] takes no deposit for its own of which another device of the same words signed a number', () => {
    const sent = record({ kind: 'deposit', phase: 'unknown', inputs: [], spends: 0, refusals: 1 });
    const at = (restored: readonly RestoredProof[], state: QuoteState = 'ISSUED', change: Partial<Operation> = {}) =>
      recover({ ...sent, ...change }, { isFresh: false, quote: { state }, restored }).do;
    expect(at([proof])).toBe('commit');
    expect(at([theirs])).toBe('release');
    expect(at([theirs], 'ISSUED', { attempts: 2 })).toBe('attend');
  });

  it('[WEV-08] takes other numbers for a paid deposit whose outputs are signed already, by the old number of that, too', () => {
    const sent = record({ kind: 'deposit', phase: 'unknown', inputs: [], spends: 0, refusals: 1 });
    for (const number of SIGNED_BEFORE) {
      const paid: Evidence = { isFresh: false, quote: { state: 'PAID' }, answer: { type: 'refused', number } };
      expect(recover(sent, paid)).toEqual({ do: 'restore' });
      expect(recover(sent, { ...paid, restored: [theirs] })).toEqual({ do: 'renew' });
    }
  });

  it('sends nothing of an earlier visit that nobody waits for any more', () => {
    const left = where(
      ({ record: { phase, kind }, evidence }) =>
        phase === 'journaled' && !evidence.isFresh && (kind === 'send' || kind === 'melt'),
    );
    expect(stepsOf(left)).toEqual(new Set(['release']));
  });

  it('[DEPOSIT-02] [DEPOSIT-09] [DEPOSIT-10] [DEPOSIT-11] waits for an invoice that is not paid, and ends when its ecash was taken elsewhere', () => {
    const waiting = record({ kind: 'deposit', phase: 'waiting', inputs: [], outputs: [] });
    const at = (state: QuoteState) => recover(waiting, { isFresh: false, quote: { state } });
    expect(at('UNPAID')).toEqual({ do: 'wait', for: 'world' });
    expect(at('PAID')).toEqual({ do: 'prepare' });
    expect(at('ISSUED')).toEqual({ do: 'release', trouble: { code: 'quote-issued' } });
    const shared: Evidence = { isFresh: false, quote: { state: 'ISSUED' }, isShared: true };
    expect(recover(waiting, shared)).toEqual({ do: 'release', trouble: { code: 'quote-taken' } });
  });

  it('[WEV-02] says that another device took a deposit only where one may know of it, or ours was refused each time', () => {
    const sent = record({ kind: 'deposit', phase: 'unknown', attempts: 2, refusals: 1 });
    const issued = { isFresh: false, quote: { state: 'ISSUED' }, restored: [] } as const;
    expect(recover(sent, issued)).toEqual({ do: 'attend' });
    const taken = { do: 'release', trouble: { code: 'quote-taken' } };
    expect(recover(sent, { ...issued, isShared: true })).toEqual(taken);
    // nobody else can have it but a mint that gives nothing for what it was paid
    expect(recover({ ...sent, refusals: 2 }, issued)).toEqual({ do: 'release', trouble: { code: 'quote-issued' } });
    // what came to the address is known to all devices
    expect(recover({ ...sent, refusals: 2, address: 'anna' }, issued)).toEqual(taken);
    expect(recover(sent, { ...issued, isShared: true, restored: undefined as never })).toEqual({ do: 'restore' });
  });

  it('does nothing more once it is over, or while another operation has its proofs', () => {
    for (const phase of ['committed', 'published', 'fenced'] as const)
      expect(recover(record({ phase }), { isFresh: true })).toEqual({ do: 'nothing' });
    expect(recover(record({ child: 'o2' }), { isFresh: true })).toEqual({ do: 'nothing' });
  });

  it('tries other outputs when another device of the same seed was first, or the keyset is out of use, but not for ever', () => {
    const unspent = { y1: 'UNSPENT', y2: 'UNSPENT' } as const;
    const refused = (number: number, more: Partial<Evidence> = {}, change: Partial<Operation> = {}) =>
      recover(record({ refusals: 1, ...change }), {
        isFresh: false,
        answer: { type: 'refused', number },
        states: unspent,
        ...more,
      }).do;
    for (const number of SIGNED_BEFORE) {
      expect(refused(number)).toBe('restore');
      expect(refused(number, { restored: [] })).toBe('renew');
    }
    expect(refused(MINT_CODE.keysetInactive)).toBe('renew');
    const former = Array.from({ length: 40 }, () => record().outputs[0]!);
    expect(refused(MINT_CODE.keysetInactive, {}, { former })).toBe('release');
  });

  it('frees what an exchange holds that a mint refuses as pending though none of it is: older ones mean the amounts', () => {
    const answer: RequestAnswer = { type: 'refused', number: MINT_CODE.inputsPending };
    const at = (state: SpentState, change: Partial<Operation> = {}) =>
      recover(record({ refusals: 1, ...change }), { isFresh: false, answer, states: { y1: state, y2: 'UNSPENT' } });
    expect(at('PENDING')).toEqual({ do: 'wait', for: 'mint' });
    expect(at('UNSPENT')).toEqual({ do: 'release' });
    // one that left before may still be taken
    expect(at('UNSPENT', { attempts: 2 })).toEqual({ do: 'fence' });
    expect(at('UNSPENT', { attempts: 2, kind: 'fence', parent: 'o0' })).toEqual({ do: 'wait', for: 'mint' });
  });

  it('waits for a mint that has the outputs under way, but not for ever', () => {
    const answer: RequestAnswer = { type: 'refused', number: MINT_CODE.outputsPending };
    const at = (refusals: number, change: Partial<Operation> = {}) =>
      recover(record({ attempts: refusals, refusals, ...change }), {
        isFresh: false,
        answer,
        states: { y1: 'UNSPENT', y2: 'UNSPENT' },
      }).do;
    expect(at(1)).toBe('wait');
    expect(at(PASSING_MOST - 1)).toBe('wait');
    expect(at(PASSING_MOST)).toBe('release');
    expect(at(PASSING_MOST, { attempts: PASSING_MOST + 1 })).toBe('fence');
  });

  it('goes on with a payment whose change a mint with other keys refused, while somebody waits for it, and not for ever', () => {
    const states = { y1: 'UNSPENT', y2: 'UNSPENT' } as const;
    const trouble = { code: 'mint-refused', number: MINT_CODE.keysetInactive, said: '' } as const;
    const refused = record({ kind: 'melt', refusals: 1, trouble });
    const answer: RequestAnswer = { type: 'refused', number: MINT_CODE.keysetInactive };
    const known: Evidence = { isFresh: true, answer, states, quote: { state: 'UNPAID' } };
    const after = (change: Partial<Operation>, more: Partial<Evidence> = {}) =>
      recover({ ...refused, ...change }, { ...known, ...more }).do;
    expect(after({})).toBe('renew');
    expect(after({}, { isFresh: false })).toBe('release');
    expect(after({}, { quote: { state: 'PENDING' } })).toBe('wait');
    expect(after({}, { states: { ...states, y1: 'SPENT' } })).toBe('yield');
    // another request may have left that nobody refused
    expect(after({ attempts: 2 })).toBe('fence');
    // what it spends is of no keyset there: no other outputs mend that
    expect(after({ outputs: [] })).toBe('release');
    expect(after({ former: Array.from({ length: 40 }, () => record().outputs[0]!) })).toBe('release');
  });

  it('goes on with a payment whose numbers another device took, behind these, while somebody waits, eight times', () => {
    const states = { y1: 'UNSPENT', y2: 'UNSPENT' } as const;
    const group = record().outputs[0]!;
    for (const number of SIGNED_BEFORE) {
      const trouble = { code: 'mint-refused', number, said: '' } as const;
      const answer: RequestAnswer = { type: 'refused', number };
      const known: Evidence = { isFresh: true, answer, states, quote: { state: 'UNPAID' } };
      const after = (taken: number, more: Partial<Evidence> = {}, change: Partial<Operation> = {}) => {
        const former = Array.from({ length: taken }, () => group);
        const refused = record({ kind: 'melt', attempts: taken + 1, refusals: taken + 1, trouble, former, ...change });
        return recover(refused, { ...known, ...more }).do;
      };
      for (const taken of [0, 1, 7]) {
        expect(after(taken)).toBe('restore');
        expect(after(taken, { restored: [] })).toBe('renew');
      }
      expect(after(8)).not.toBe('restore');
      expect(after(8, { restored: [] })).not.toBe('renew');
      expect(after(1, { restored: [], isFresh: false })).not.toBe('renew');
      expect(after(1, { restored: [] }, { attempts: 3 })).toBe('fence');
      expect(after(1, { restored: [], states: { ...states, y1: 'PENDING' } })).toBe('wait');
    }
  });

  describe('a payment that the mint calls paid', () => {
    const [spent, wait] = [{ y1: 'SPENT', y2: 'SPENT' } as const, { do: 'wait', for: 'mint' }];
    const quote = { id: 'q', invoice: 'lnbc', amount: 10, reserve: 2 };
    /** of 16 it owes at least 4, for what Lightning may cost is 2 */
    const paying = record({ kind: 'melt', phase: 'answered', amount: 10, spends: 16, quote });
    const after = (more: Partial<Evidence>, change: Partial<Operation> = {}) =>
      recover({ ...paying, ...change }, { isFresh: false, states: spent, quote: { state: 'PAID' }, ...more });
    const some = { ...proof, amount: 3 };
    const partly = { state: 'PAID', change: [{ ...some, y: 'n2', amount: 2 }], isPart: true } as const;

    it('[MELT-08] waits for the change that it owes, and ends without it when it is long not signed', () => {
      const nothing = { do: 'commit', proofs: [], preimage: undefined };
      expect(after({})).toEqual({ do: 'restore' });
      expect(after({ restored: [] })).toEqual(wait);
      expect(after({ restored: [], paidMs: CHANGE_LATE_MS - 1 })).toEqual(wait);
      expect(after({ restored: [], paidMs: CHANGE_LATE_MS })).toEqual(nothing);
      expect(after({ restored: [some], paidMs: 1 })).toEqual(wait);
      expect(after({ restored: [some], paidMs: CHANGE_LATE_MS })).toMatchObject({ proofs: [{ amount: 3 }] });
      expect(after({ restored: [proof] }).do).toBe('commit');
      // what it answered and what it signed count together
      expect(after({ restored: [some], quote: partly }).do).toBe('commit');
      expect(after({ restored: [], quote: partly })).toEqual(wait);
      // it said from the start that it gives nothing back
      expect(after({ restored: [] }, { noChange: true })).toEqual(nothing);
    });

    it('[MELT-08] waits as long while an input is pending still', () => {
      const states = { y1: 'PENDING', y2: 'SPENT' } as const;
      expect(after({ restored: [proof], states })).toEqual(wait);
      expect(after({ restored: [proof], states, paidMs: CHANGE_LATE_MS }).do).toBe('commit');
    });

    it('looks twice where it may owe nothing, unless the answer to the payment says so', () => {
      const exact = { spends: 12 };
      expect(after({ restored: [] }, exact)).toEqual(wait);
      expect(after({ restored: [], paidMs: 0 }, exact).do).toBe('commit');
      expect(after({ restored: [some] }, exact).do).toBe('commit');
      expect(after({ restored: [], answer: { type: 'told' } }, exact).do).toBe('commit');
    });
  });
});
