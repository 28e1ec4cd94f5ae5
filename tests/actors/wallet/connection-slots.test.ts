import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { BALANCE_STALE_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { MindFact } from '#machines/wallet/wallet-connection.machine.ts';
import { nwcServiceMachine } from '#machines/wallet/nwc-service.machine.ts';
import type { WireFact } from '#actors/wire/wire-link.ts';
import { defineMindWallet, defineWatchWalletRelays } from '#actors/wallet/connection-slots.ts';
import { connectWebln } from '#actors/wallet/webln.ts';
import { noBalanceText } from '#ui/texts/wallet.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What is told of a wallet; `moved` and `seen`: money moved, and the page is seen again. */
const minded = (link: object) => {
  const told: MindFact[] = [];
  let [moved, asked, at] = [() => {}, () => {}, 0];
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const mind = defineMindWallet({ link: () => link, onLost: () => () => {} } as never, {
    onMoved: (listener) => ((moved = listener), () => {}),
    onAsked: (listener) => ((asked = listener), () => {}),
    hear: () => {},
    document,
    now: () => at,
  });
  const machine = setup({ types: {} as { events: MindFact }, actors: { mind } }).createMachine({
    invoke: { src: 'mind' },
    on: { '*': { actions: ({ event }) => void told.push(event) } },
  });
  createActor(machine).start();
  return {
    told,
    moved: () => moved(),
    asked: () => asked(),
    seen: () => document.dispatchEvent(new Event('visibilitychange')),
    pass: (ms: number) => void (at += ms),
  };
};

/** What is told of a wallet that answers so when it is asked for its balance, in turn. */
const toldOf = async (...answers: (() => Promise<number | undefined>)[]): Promise<readonly MindFact[]> => {
  const { told, moved } = minded({
    route: { kind: 'nwc' },
    facts: { methods: [] },
    balance: () => answers.shift()!(),
    onMoved: () => () => {},
  });
  while (answers.length > 0) {
    await turn();
    if (answers.length > 0) moved();
  }
  await turn();
  return told;
};

const fails = (problem: ConstructorParameters<typeof WalletError>[0]) => () => Promise.reject(new WalletError(problem));

describe('what is told of the wallet that is connected', () => {
  it('[NWC-18] is also that it failed to tell its balance, when it is connected and later', async () => {
    const failed = { type: 'balance.failed', problem: { code: 'no-result', method: 'get_balance' } } as const;
    const noResult = fails(failed.problem);
    expect(await toldOf(noResult, () => Promise.resolve(21), noResult)).toEqual([
      failed,
      { type: 'balance.changed', balance: 21 },
      failed,
    ]);
    expect(noBalanceText(failed.problem)).toBe('Failed to get balance');
  });

  it('is nothing of a balance that the wallet may not or cannot tell', async () => {
    const refuses = (name: 'RESTRICTED' | 'NOT_IMPLEMENTED') => fails({ code: 'service', name, said: '' });
    const silent = () => Promise.resolve(undefined);
    expect(await toldOf(refuses('RESTRICTED'), refuses('NOT_IMPLEMENTED'), silent)).toEqual([]);
    expect(noBalanceText(undefined)).toBe('Your wallet does not tell');
  });

  it('[WEBLN-02] is of that of a browser whether it is there: at the start, after a payment, and when the page is seen', async () => {
    const pays = { enable: async () => {}, sendPayment: async () => {}, getBalance: async () => ({ balance: 21 }) };
    const place: { webln?: object } = { webln: pays };
    const { webln } = place;
    const { told, moved, seen } = minded(await connectWebln(place, () => 5));
    await turn();
    const there = [{ type: 'provider.ready' }, { type: 'balance.changed', balance: 21 }];
    expect(told.splice(0)).toEqual(there);
    seen();
    await turn();
    expect(told.splice(0)).toEqual([{ type: 'provider.ready' }]);
    delete place.webln;
    moved();
    await turn();
    const gone = [
      { type: 'provider.missing' },
      { type: 'balance.failed', problem: { code: 'provider-not-ready' } },
    ] as const;
    expect(told.splice(0)).toEqual(gone);
    expect(noBalanceText(gone[1].problem)).toBe('Provider not ready');
    place.webln = webln!;
    seen();
    await turn();
    expect(told.splice(0)).toEqual([{ type: 'provider.ready' }, ...there]);
  });
});

describe('the balance of a remote wallet', () => {
  it('[NWC-12] is asked for again when the page is seen or somebody looks at it, not more often than every 30 s', async () => {
    let answer: () => Promise<number | undefined> = fails({ code: 'no-answer', ms: 10_000 });
    const { told, asked, seen, pass } = minded({
      route: { kind: 'nwc' },
      facts: { methods: [] },
      balance: () => answer(),
      onMoved: () => () => {},
    });
    await turn();
    expect(told.splice(0)).toEqual([{ type: 'balance.failed', problem: { code: 'no-answer', ms: 10_000 } }]);
    answer = () => Promise.resolve(21);
    pass(BALANCE_STALE_MS - 1);
    for (const look of [asked, seen]) look();
    await turn();
    expect(told).toEqual([]);
    pass(1);
    for (const look of [asked, seen]) look();
    await turn();
    expect(told.splice(0)).toEqual([{ type: 'balance.changed', balance: 21 }]);
    pass(BALANCE_STALE_MS);
    answer = () => Promise.resolve(20);
    seen();
    await turn();
    expect(told.splice(0)).toEqual([{ type: 'balance.changed', balance: 20 }]);
  });

  it('stays as it was where its relays are not back yet when the page is seen', async () => {
    let answer: () => Promise<number | undefined> = () => Promise.resolve(21);
    const { told, seen, pass } = minded({
      route: { kind: 'nwc' },
      facts: { methods: [] },
      balance: () => answer(),
      onMoved: () => () => {},
    });
    await turn();
    told.length = 0;
    for (const problem of [{ code: 'no-relay' }, { code: 'no-result', method: 'get_balance' }] as const) {
      answer = fails(problem);
      pass(BALANCE_STALE_MS);
      seen();
      await turn();
    }
    expect(told).toEqual([{ type: 'balance.failed', problem: { code: 'no-result', method: 'get_balance' } }]);
  });
});

describe('whether a remote wallet can be reached', () => {
  const [one, other] = ['wss://one.example', 'wss://other.example'];

  /** How the service stands; `now` says which sockets are open from now on. */
  const service = (...open: string[]) => {
    const links = new Map<string, { relay: string; line: { state: 'open' | 'none' } }>();
    const put = (relays: readonly string[]) =>
      [one, other].forEach((relay) =>
        links.set(relay, { relay, line: { state: relays.includes(relay) ? 'open' : 'none' } }),
      );
    put(open);
    let tell: (fact: WireFact) => void = () => {};
    const wire = { links, observe: (listener: typeof tell) => ((tell = listener), () => {}) };
    const slot = defineWatchWalletRelays({ relays: () => [one, other] } as never, wire as never);
    const actor = createActor(nwcServiceMachine.provide({ actors: { 'watch relays': slot } })).start();
    const now = (type: 'opened' | 'closed', relay: string, ...relays: string[]) => {
      put(relays);
      tell({ type, relay } as WireFact);
      return actor.getSnapshot().value;
    };
    return { value: actor.getSnapshot().value, now };
  };

  it('[NWC-03] is ready while one of its relays is connected, and loading when the last one is gone', () => {
    const { value, now } = service(one, other);
    expect(value).toBe('ready');
    expect(now('closed', one, other)).toBe('ready');
    expect(now('closed', other)).toBe('loading');
    expect(now('opened', 'wss://stranger.example')).toBe('loading');
    expect(now('opened', one, one)).toBe('ready');
  });

  it('[NWC-03] [NWC-04] is not ready at the start when its relays are gone already', () => {
    expect(service().value).toBe('loading');
  });
});
