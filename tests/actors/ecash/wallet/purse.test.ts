import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import type { CoreProcess } from '#actors/ecash/core-process.ts';
import { createPurse } from '#actors/ecash/wallet/purse.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

const ANNA = 'a'.repeat(64);
const WORKER_LOST = { problem: { code: 'ecash-worker' } };
const LOCKED = { problem: { code: 'ecash-locked' } };
const MINTS = ['https://one.example', 'https://two.example'];

type Worker = { isGone: boolean; holds: string | undefined; readonly die: () => void };

/** A purse, each wait of which has a name; `at` hears before and after it, and may let it wait. */
const start = async (at: (place: string) => void | Promise<void> = () => {}) => {
  const workers: Worker[] = [];
  const waits = async <T>(name: string, act: () => T | Promise<T>): Promise<T> => {
    // nothing happens while a call is made
    await Promise.resolve();
    await at(`before ${name}`);
    const result = await act();
    await at(`after ${name}`);
    return result;
  };
  const startCore = (lost: () => void): CoreProcess => {
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => {});
    const end = () => {
      worker.isGone = true;
      gone.reject(new EcashError({ code: 'ecash-worker' }));
    };
    const die = () => {
      end();
      lost();
    };
    const worker: Worker = { isGone: false, holds: undefined, die };
    workers.push(worker);
    const hold = (key: string) => void (worker.holds = key);
    const acts: Partial<EcashCore> = {
      allow: async () => {},
      async create() {
        hold('key');
        return { wallet: { version: 1, sealed: { ivB64: '', ciphertextB64: '' } }, key: 'key', pubkey: 'b'.repeat(64) };
      },
      async open(_, key) {
        hold(key);
        return { pubkey: 'b'.repeat(64) };
      },
      async close() {
        worker.holds = undefined;
      },
      reveal: async () => 'the words',
      knowMint: async () => {},
    };
    const call =
      (name: string, act: (...given: readonly never[]) => Promise<unknown>) =>
      (...given: readonly never[]) =>
        Promise.race([waits(name, () => act(...given)), gone.promise]);
    const core = Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, call(name, act)]));
    return { core: core as unknown as EcashCore, end };
  };
  const cipher = {
    encrypt: (_: string, text: string) => waits('encrypt', () => text),
    decrypt: (_: string, text: string) => waits('decrypt', () => text),
  };
  const purse = createPurse(
    {
      indexedDB: new IDBFactory(),
      signer: () => ({
        pubkey: ANNA,
        signEvent: () => Promise.reject(new Error('no')),
        nip04: undefined,
        nip44: cipher,
      }),
      startCore,
      channel: undefined,
      now: () => 0,
      random: () => 0.5,
      newId: () => 'o',
      tab: 'tab',
      begun: () => {},
      takes: () => Promise.reject(new Error('no')),
      complain: undefined,
    },
    ANNA,
  );
  for (const url of MINTS) {
    const facts = { url, info: { name: '', nuts: [] }, keysets: [] } as never;
    await purse.ledger.mints.change(url, () => ({ url, addedAt: 0, savedAt: 0, facts, tally: {} as never }));
  }
  for (const act of ['get', 'add'] as const) {
    const real = purse.ledger.wallet[act] as (...given: readonly unknown[]) => Promise<unknown>;
    vi.spyOn(purse.ledger.wallet, act).mockImplementation((async (...given: readonly unknown[]) =>
      waits(`${act} wallet`, () => real(...given))) as never);
  }
  /** what workers that run hold of the wallet */
  const held = () => workers.filter(({ isGone }) => !isGone).flatMap(({ holds = [] }) => holds);
  return { purse, workers, held };
};

type Started = Awaited<ReturnType<typeof start>>;

/** Tries an act, and goes wrong at each of its places in turn. */
const atEachPlace = async (
  prepare: (purse: Started['purse']) => Promise<void>,
  act: (purse: Started['purse']) => Promise<unknown>,
  {
    goWrong,
    check,
  }: {
    readonly goWrong: (started: Started) => void;
    readonly check: (started: Started, place: string, outcome: PromiseSettledResult<unknown>) => Promise<void>;
  },
): Promise<readonly string[]> => {
  const places: string[] = [];
  for (let index = 0; ; index += 1) {
    let [isOn, count, met] = [false, 0, undefined as string | undefined];
    const started = await start((place) => {
      if (!isOn || count++ !== index) return;
      met = place;
      goWrong(started);
    });
    await prepare(started.purse);
    isOn = true;
    const [outcome] = await Promise.allSettled([act(started.purse)]);
    isOn = false;
    if (met === undefined) return places;
    places.push(met);
    await check(started, met, outcome);
  }
};

const closes = ({ purse }: Started) => purse.close();
const made = async (purse: Started['purse']) => {
  await purse.create();
  purse.close();
};
const opensAgain = async ({ purse, held }: Started, place: string) => {
  await purse.open();
  expect([place, purse.isOpen(), held()]).toEqual([place, true, ['key']]);
};

describe('a purse that is closed while it is at work', () => {
  it('stays closed wherever that happens while it is opened, and opens again', async () => {
    const places = await atEachPlace(made, (purse) => purse.open(), {
      goWrong: closes,
      async check(started, place, { status }) {
        const { purse, held } = started;
        expect([place, status, purse.isOpen(), held()]).toEqual([place, 'rejected', false, []]);
        await opensAgain(started, place);
      },
    });
    expect(places).toEqual(expect.arrayContaining(['before decrypt', 'after decrypt', 'after open', 'after knowMint']));
    expect(places.filter((place) => place.endsWith('knowMint'))).toHaveLength(2 * MINTS.length);
  });

  it('stays closed wherever that happens while it is made; what is on the disk opens again', async () => {
    const places = await atEachPlace(
      async () => {},
      (purse) => purse.create(),
      {
        goWrong: closes,
        async check(started, place, { status }) {
          const { purse, held } = started;
          const isThere = (await purse.ledger.wallet.get()) !== undefined;
          expect([place, purse.isOpen(), held()]).toEqual([place, false, []]);
          // from when it is written down it is there, whatever comes of its opening
          expect([place, isThere]).toEqual([place, place.endsWith('add wallet')]);
          if (status === 'fulfilled') expect(isThere).toBe(true);
          if (!isThere) await purse.create();
          purse.close();
          await opensAgain(started, place);
        },
      },
    );
    expect(places).toEqual(
      expect.arrayContaining(['before create', 'after encrypt', 'after decrypt', 'after add wallet']),
    );
  });

  it('shows no recovery phrase any more', async () => {
    const places = await atEachPlace(
      (purse) => purse.create(),
      (purse) => purse.words(),
      {
        goWrong: closes,
        async check({ workers }, place, { status }) {
          expect([place, status, workers.length]).toEqual([place, 'rejected', 1]);
        },
      },
    );
    expect(places).toEqual(expect.arrayContaining(['after decrypt', 'before reveal', 'after reveal']));
  });

  it.each(['open', 'create'] as const)(
    'is left as it is by an answer that comes late to an earlier %s',
    async (act) => {
      const answers: (() => void)[] = [];
      const { purse, held } = await start((place) =>
        place === 'before decrypt' ? new Promise((resolve) => void answers.push(resolve)) : undefined,
      );
      const answered = async (number: number) => {
        await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(number));
        answers[number - 1]!();
      };
      if (act === 'open') await Promise.all([made(purse), answered(answers.length + 1)]);
      const before = answers.length;
      const first = purse[act]();
      await vi.waitFor(() => expect(answers).toHaveLength(before + 1));
      purse.close();
      await Promise.all([purse[act](), answered(before + 2)]);
      await answered(before + 1);
      await expect(first).rejects.toMatchObject(LOCKED);
      expect([purse.isOpen(), held()]).toEqual([true, ['key']]);
    },
  );
});

describe('a purse whose worker dies while it is opened', () => {
  it('is not open, wherever that happens, and opens again', async () => {
    const places = await atEachPlace(made, (purse) => purse.open(), {
      // one that is over already cannot die
      goWrong: ({ workers }) =>
        workers
          .filter(({ isGone }) => !isGone)
          .at(-1)
          ?.die(),
      async check(started, place, outcome) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(WORKER_LOST);
        expect([place, started.purse.isOpen()]).toEqual([place, outcome.status === 'fulfilled']);
        await opensAgain(started, place);
      },
    });
    expect(places).toEqual(expect.arrayContaining(['after open', 'after knowMint']));
  });
});
