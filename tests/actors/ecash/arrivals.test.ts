import { describe, expect, it } from 'vitest';
import { createArrivals, type ArrivalsDeps } from '#actors/ecash/arrivals.ts';

const TOKEN = `cashuB${'a'.repeat(60)}`;

const world = () => {
  const beside = new Map<string, unknown>();
  const history: { tokenY: string }[] = [];
  let leave = () => {};
  const purse = {
    core: { nameToken: async (text: string) => ({ mint: '', ys: [`y of ${text}`] }) },
    ledger: {
      history: async () => history,
      beside: {
        get: async (name: string) => beside.get(name),
        change: async (name: string, next: (before: unknown) => unknown) =>
          void beside.set(name, next(beside.get(name))),
      },
    },
  } as unknown as ReturnType<ArrivalsDeps['purse']>;
  const open = () => createArrivals({ purse: () => purse, onAccount: (listener) => ((leave = listener), () => {}) });
  return { history, open, leave: () => leave() };
};

const message = (content: string, wrap = 'w1') =>
  ({ wrap: { id: wrap }, rumor: { pubkey: 'anna', created_at: 7, content } }) as unknown as Parameters<
    ReturnType<typeof createArrivals>['hear']
  >[0];

describe('tokens that come by private message', () => {
  it('are shown once each, and read again in the next visit until they are taken', async () => {
    const { history, open } = world();
    const one = open();
    await expect(one.hear(message(`for you: ${TOKEN}`))).rejects.toThrow();
    await expect(one.hear(message(`for you: ${TOKEN}`))).rejects.toThrow();
    expect(one.arrivals.get()).toEqual([{ id: 'w1', sender: 'anna', at: 7, token: TOKEN }]);
    history.push({ tokenY: `y of ${TOKEN}` });
    const later = open();
    await later.hear(message(TOKEN));
    expect(later.arrivals.get()).toEqual([]);
  });

  it('are put away for good, and are gone with their account', async () => {
    const { open, leave } = world();
    const one = open();
    await expect(one.hear(message(TOKEN))).rejects.toThrow();
    await one.putAway('w1');
    expect(one.arrivals.get()).toEqual([]);
    await open().hear(message(TOKEN));
    const other = open();
    await expect(other.hear(message(TOKEN, 'w2'))).rejects.toThrow();
    leave();
    expect(other.arrivals.get()).toEqual([]);
  });

  it('is done at once with messages that have none', async () => {
    const one = world().open();
    await one.hear(message('hello'));
    expect(one.arrivals.get()).toEqual([]);
  });
});
