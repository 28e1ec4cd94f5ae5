import { describe, expect, it } from 'vitest';
import { REQUEST_ASKING_MOST, REQUEST_REFUSED_MOST, REQUEST_WAITING_MOST } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import {
  decided,
  settled,
  withPayment,
  type MadeRequest,
  type RequestPayment,
} from '#domain/ecash/requests/made-request.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';

const WRAP = { id: 'w' } as NostrEvent;
const REQUEST: MadeRequest = {
  id: 'x',
  text: 'creqA',
  mints: ['https://mint.example'],
  isSingleUse: false,
  isLocked: false,
  relays: [],
  createdAt: 0,
  payments: [],
};

const payment = (rumor: string, state: RequestPayment['state'] = 'new', more: Partial<RequestPayment> = {}) => ({
  rumor,
  from: 'anna',
  at: 1,
  mint: 'https://mint.example',
  amount: 8,
  state,
  ...(state !== 'refused' && { wrap: WRAP }),
  ...more,
});
const many = (count: number, state: RequestPayment['state'], more: Partial<RequestPayment> = {}) =>
  Array.from({ length: count }, (_, one) => payment(`${state} ${one}`, state, more));
const having = (...payments: readonly RequestPayment[]): MadeRequest => ({ ...REQUEST, payments });
const rumorsOf = (request: MadeRequest | undefined) => request?.payments.map(({ rumor }) => rumor);
const said = (number: number): EcashProblem => ({ code: 'mint-refused', number, said: '' });

describe('payments of a request', () => {
  it('are written down once, however many were taken before', () => {
    const jar = having(...many(1_000, 'taken', { operation: 'o' }));
    const next = withPayment(jar, payment('last'))!;
    expect(next.payments).toHaveLength(1_001);
    expect(withPayment(next, payment('last'))).toBeUndefined();
  });

  it('that are worth nothing leave the newest of them, and room for all others', () => {
    let request = having(payment('first'));
    for (const one of many(1_000, 'refused')) request = withPayment(request, one)!;
    request = withPayment(request, payment('last'))!;
    expect(request.payments).toHaveLength(REQUEST_REFUSED_MOST + 2);
    expect(rumorsOf(request)).toEqual(expect.arrayContaining(['first', 'refused 999', 'last']));
    expect(rumorsOf(request)).not.toContain('refused 0');
  });

  it('that wait are bounded, those for the user apart from those that are taken', () => {
    const full = having(...many(REQUEST_WAITING_MOST, 'new'), ...many(REQUEST_ASKING_MOST, 'asks'));
    expect(withPayment(full, payment('one more'))).toBeUndefined();
    expect(withPayment(full, payment('one more', 'asks'))).toBeUndefined();
    expect(withPayment(having(...many(500, 'asks')), payment('good'))).toBeDefined();
    // it is known as soon as its ecash is here
    const none = decided(full, payment('one more'), { state: 'taken', operation: 'o' });
    expect(rumorsOf(none)).not.toContain('one more');
    const here = decided(full, payment('one more'), { state: 'taken', operation: 'o', isHere: true });
    expect(here.payments.at(-1)).toEqual({ ...payment('one more', 'taken', { operation: 'o' }), wrap: undefined });
  });

  it.each([
    ['is here', { phase: 'committed' as const }, { state: 'taken', operation: 'o', isKept: false }],
    ['is under way', { phase: 'unknown' as const, trouble: said(0) }, { state: 'taken', operation: 'o', isKept: true }],
    [
      'was spent',
      { phase: 'fenced' as const, trouble: { code: 'token-spent' as const } },
      { state: 'refused', isKept: false },
    ],
    [
      'was not signed by its mint',
      { phase: 'fenced' as const, trouble: said(10_001) },
      { state: 'refused', isKept: false },
    ],
    ['was refused for the moment', { phase: 'fenced' as const, trouble: said(0) }, { state: 'new', isKept: true }],
    ['was refused by a full disk', { phase: 'fenced' as const, trouble: said(50_000) }, { state: 'new', isKept: true }],
  ])('are kept as they came until that %s', (_, how, { isKept, ...expected }) => {
    const before = having(payment('other'), payment('one', 'taken', { operation: 'o' }));
    const after = settled(before, [{ id: 'o', ...how }]) ?? before;
    expect(after.payments[0]).toEqual(payment('other'));
    expect(after.payments[1]).toMatchObject(expected);
    expect(after.payments[1]!.wrap).toBe(isKept ? WRAP : undefined);
  });

  it('that are here already are left alone', () => {
    const { wrap: _, ...here } = payment('one', 'taken', { operation: 'o' });
    expect(settled(having(here), [{ id: 'o', phase: 'fenced', trouble: said(0) }])).toBeUndefined();
  });
});
