import { describe, expect, it } from 'vitest';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { requestName } from '#domain/ecash/requests/made-request.ts';
import type { OperationOutcome } from '#domain/ecash/ledger/ledger-history.ts';
import { createArrivals, type ArrivalsDeps } from '#actors/ecash/requests/arrivals.ts';

const TOKEN = `cashuB${'a'.repeat(60)}`;
const MINT = 'https://mint.example';

const world = () => {
  const beside = new Map<string, unknown>();
  const history: { tokenY: string; outcome: OperationOutcome }[] = [];
  const mints: { url: string }[] = [];
  const spent = new Set<string>();
  let leave = () => {};
  let lock: (isLocked: boolean) => void = () => {};
  let asked = 0;
  let [isHere, isDiskFull] = [true, false];
  const purse = {
    pubkey: 'me',
    core: {
      nameToken: async (text: string) => {
        if (text.includes('bad')) throw new EcashError({ code: 'token-unreadable' });
        return { mint: MINT, ys: [`y of ${text}`] };
      },
      checkStates: async ({ ys }: { ys: readonly string[] }) => {
        asked += 1;
        return Object.fromEntries(ys.map((y) => [y, spent.has(y) ? 'SPENT' : 'UNSPENT']));
      },
    },
    ledger: {
      history: async () => history,
      known: async () => [],
      mints: { all: async () => mints },
      beside: {
        get: async (name: string) => beside.get(name),
        change: async (name: string, next: (before: unknown) => unknown) => {
          if (isDiskFull) throw new Error('no room');
          beside.set(name, next(beside.get(name)));
        },
      },
    },
  } as unknown as ReturnType<ArrivalsDeps['purse']>;
  const tabs = new Set<(event: MessageEvent) => void>();
  const channelOf = (): NonNullable<ArrivalsDeps['channel']> => {
    let mine: (event: MessageEvent) => void;
    return {
      postMessage: (data: unknown) => {
        for (const tab of tabs) if (tab !== mine) tab({ data } as MessageEvent);
      },
      addEventListener: (_: string, listener: unknown) => void tabs.add((mine = listener as typeof mine)),
    };
  };
  const open = (channel?: ArrivalsDeps['channel']) =>
    createArrivals({
      purse: () => (isHere ? purse : undefined),
      onAccount: (listener) => ((leave = listener), () => {}),
      onLock: (listener) => void (lock = listener),
      channel,
    });
  return {
    beside,
    history,
    mints,
    spent,
    open,
    channelOf,
    leave: () => leave(),
    lock: (isLocked: boolean) => lock(isLocked),
    asked: () => asked,
    fillDisk: () => (isDiskFull = true),
    takeWallet: () => (isHere = false),
  };
};

type Message = Parameters<ReturnType<typeof createArrivals>['hear']>[0];

const message = (content: string, wrap = 'w1', rumor: object = {}) =>
  ({
    wrap: { id: wrap },
    rumor: { pubkey: 'anna', kind: 14, created_at: 7, content, tags: [['p', 'me']], ...rumor },
  }) as unknown as Message;

describe('tokens that come by private message', () => {
  it('are shown once each, and read again in the next visit until they are taken', async () => {
    const { history, open } = world();
    const one = open();
    await expect(one.hear(message(`for you: ${TOKEN}`))).rejects.toThrow();
    await expect(one.hear(message(`for you: ${TOKEN}`))).rejects.toThrow();
    const y = `y of ${TOKEN}`;
    expect(one.arrivals.get()).toEqual([{ id: 'w1', wrap: { id: 'w1' }, sender: 'anna', at: 7, token: TOKEN, y }]);
    // a mint that said no may say yes another time
    history.push({ tokenY: y, outcome: 'not done' });
    const again = open();
    await expect(again.hear(message(TOKEN))).rejects.toThrow();
    expect(again.arrivals.get()).toHaveLength(1);
    history.unshift({ tokenY: y, outcome: 'done' });
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

  it('that cannot be put away stay where they are, and that is told', async () => {
    const { open, fillDisk, takeWallet } = world();
    const one = open();
    await expect(one.hear(message(TOKEN))).rejects.toThrow();
    fillDisk();
    await expect(one.putAway('w1')).rejects.toThrow('no room');
    takeWallet();
    await expect(one.putAway('w1')).rejects.toMatchObject({ problem: { code: 'ecash-locked' } });
    expect(one.arrivals.get().map(({ id }) => id)).toEqual(['w1']);
  });

  it.each([
    ['that have none', message('hello')],
    ['that are not to us: a copy of what we sent', message(TOKEN, 'w1', { tags: [['p', 'anna']] })],
    ['of another kind', message(TOKEN, 'w1', { kind: 15 })],
    ['whose token no wallet can read', message(`cashuB${'bad'.repeat(20)}`)],
  ])('is done at once with messages %s', async (_, said) => {
    const one = world().open();
    await one.hear(said);
    expect(one.arrivals.get()).toEqual([]);
  });

  it('are shown once where two messages bring the same, and never where their mint calls them spent', async () => {
    const { open, mints, spent, asked } = world();
    const one = open();
    await expect(one.hear(message(TOKEN))).rejects.toThrow();
    await one.hear(message(TOKEN, 'w2', { pubkey: 'mallory' }));
    expect(one.arrivals.get().map(({ id }) => id)).toEqual(['w1']);
    // a mint that is not used was not asked
    expect(asked()).toBe(0);
    mints.push({ url: MINT });
    spent.add(`y of ${TOKEN}b`);
    await one.hear(message(`${TOKEN}b`, 'w3'));
    expect([one.arrivals.get().length, asked()]).toEqual([1, 1]);
  });

  it('that pay a request of another device are shown, those of one that is kept here are left to it', async () => {
    const { open, beside } = world();
    const paying = (id: string) =>
      JSON.stringify({
        id,
        mint: MINT,
        unit: 'sat',
        proofs: [{ amount: 8, id: '00ad268c4d1f5826', secret: id, C: '02' }],
      });
    const one = open();
    await expect(one.hear(message(paying('elsewhere'), 'w1'))).rejects.toThrow();
    expect(one.arrivals.get()).toMatchObject([{ id: 'w1', sender: 'anna', token: expect.stringMatching(/^cashuA/) }]);
    beside.set(requestName('here'), { payments: [] });
    await one.hear(message(paying('here'), 'w2'));
    expect(one.arrivals.get()).toHaveLength(1);
  });

  it('are nowhere while the key is locked, and come back from a tab that has them', async () => {
    const { open, channelOf, lock } = world();
    const reader = open(channelOf());
    await expect(reader.hear(message(TOKEN))).rejects.toThrow();
    const other = open(channelOf());
    lock(true);
    expect(other.arrivals.get()).toEqual([]);
    await expect(reader.hear(message(`${TOKEN}b`, 'w2'))).rejects.toThrow();
    expect(other.arrivals.get()).toEqual([]);
    lock(false);
    expect(other.arrivals.get()).toHaveLength(2);
  });

  it('are in every tab, whichever of them reads, and put away in all', async () => {
    const { open, channelOf } = world();
    const reader = open(channelOf());
    const other = open(channelOf());
    await expect(reader.hear(message(TOKEN))).rejects.toThrow();
    expect(other.arrivals.get()).toEqual(reader.arrivals.get());
    const late = open(channelOf());
    expect(late.arrivals.get()).toHaveLength(1);
    await late.putAway('w1');
    expect([reader.arrivals.get(), other.arrivals.get()]).toEqual([[], []]);
  });
});
