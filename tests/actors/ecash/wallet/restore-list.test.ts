import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { createRestoreList } from '#actors/ecash/wallet/restore-list.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { restoreMachine } from '#machines/ecash/restore.machine.ts';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const MINT = 'https://mint.example';
const LOCKED = { problem: { code: 'ecash-locked' } };

/** A wallet whose worker and relays answer when the test says so. */
const open = () => {
  const said: string[] = [];
  const waits: Record<string, { resolve: (value?: unknown) => void; reject: (error: unknown) => void }> = {};
  const later = (what: string) => {
    said.push(what);
    return new Promise<any>((resolve, reject) => (waits[what] = { resolve, reject }));
  };
  const core = {
    borrow: (words: string) => later(`borrow ${words}`),
    giveBack: async () => void said.push('give back'),
  };
  const ledger = { watch: () => () => {}, operation: async () => ({ phase: 'journaled', scan: undefined }) };
  let lost = () => {};
  const onLost = (listener: () => void) => {
    lost = listener;
    return () => void (lost = () => {});
  };
  const mints = { load: () => later('load'), use: async () => {} };
  const purse = { pubkey: 'a', ledger, core, deps: {}, mints, onLost };
  const { acts: list, slots } = createRestoreList({
    chart: () => chart,
    purse: () => purse as unknown as Purse,
    async opened() {
      if (isRefused) throw new EcashError({ code: 'ecash-key-refused' });
      return purse as unknown as Purse;
    },
    begin: async () => 'o',
    look: () => {},
    findMints: (_, { borrowed }) => later(borrowed ? 'relays for the words' : 'relays'),
  });
  const chart = createActor(
    restoreMachine.provide({ actors: { 'watch login': fromCallback(() => {}), ...slots } }),
  ).start();
  let isRefused = false;
  const refuse = () => void (isRefused = true);
  const login = (signing: 'possible' | 'locked', pubkey: string | undefined = 'a') =>
    chart.send({ type: 'login.changed', pubkey, signing });
  login('possible');
  const answer = async (what: string, value?: unknown) => {
    await vi.waitFor(() => expect(waits[what]).toBeDefined());
    if (value instanceof Error) waits[what]!.reject(value);
    else waits[what]!.resolve(value);
    delete waits[what];
    await new Promise(setImmediate);
  };
  const rows = () => list.restoring.get();
  return { list, said, answer, login, refuse, lose: () => lost(), chart, rows, row: () => list.restoring.get()?.[0] };
};

/** How somebody stops: by the button, by the way back, by a locked key, or as somebody else. */
const ENDS: readonly [string, (opened: ReturnType<typeof open>, leave: () => void) => void][] = [
  ['stopped', ({ list }) => list.stopRestoring()],
  ['left', (_, leave) => leave()],
  ['locked', ({ login }) => login('locked')],
  ['another account', ({ login }) => login('possible', 'b')],
];

describe('words that are looked for', () => {
  it.each(ENDS)('are given back while the worker takes them: %s', async (_, end) => {
    const opened = open();
    const leave = opened.list.restoring.subscribe(() => {});
    const finding = opened.list.findMints(WORDS);
    end(opened, leave);
    await expect(finding).rejects.toMatchObject(LOCKED);
    await opened.answer(`borrow ${WORDS}`);
    expect(opened.said).toEqual([`borrow ${WORDS}`, 'give back']);
  });

  it.each(ENDS)('are given back while relays are asked: %s', async (_, end) => {
    const opened = open();
    const leave = opened.list.restoring.subscribe(() => {});
    const finding = opened.list.findMints(WORDS);
    await opened.answer(`borrow ${WORDS}`);
    end(opened, leave);
    await expect(finding).rejects.toMatchObject(LOCKED);
    expect(opened.said.at(-1)).toBe('give back');
  });

  it('are not looked for any more by whoever left before relays answered', async () => {
    const opened = open();
    const leave = opened.list.restoring.subscribe(() => {});
    const finding = opened.list.findMints();
    leave();
    await expect(finding).rejects.toMatchObject(LOCKED);
  });

  it('are given back when others take their place, and by what relays say of each', async () => {
    const { list, said, answer } = open();
    const first = list.findMints('one');
    const second = list.findMints('two');
    await expect(first).rejects.toMatchObject(LOCKED);
    await answer('borrow one');
    await answer('borrow two');
    await answer('relays for the words', [MINT]);
    expect(await second).toEqual([MINT]);
    expect(said).toEqual(['borrow one', 'give back', 'borrow two', 'relays for the words']);
    const own = list.findMints();
    await answer('relays', []);
    expect(await own).toEqual([]);
    expect(said.slice(4)).toEqual(['give back', 'relays']);
  });

  it('are refused, and held where no relay answers', async () => {
    const { list, said, answer } = open();
    list.restoring.subscribe(() => {});
    const wrong = list.findMints('none').catch((error: unknown) => error);
    await answer('borrow none', new EcashError({ code: 'words-wrong' }));
    expect(await wrong).toMatchObject({ problem: { code: 'words-wrong' } });
    const silent = list.findMints(WORDS).catch((error: unknown) => error);
    await answer(`borrow ${WORDS}`);
    await answer('relays for the words', new EcashError({ code: 'copies-unread' }));
    expect(await silent).toMatchObject({ problem: { code: 'copies-unread' } });
    expect(said.at(-1)).toBe('relays for the words');
    list.restore([MINT], 'others');
    await answer('load', new EcashError({ code: 'mint-network' }));
    expect(said.at(-1)).toBe('load');
  });

  it('are given back once all mints were asked and nobody looks, and stopped is not done', async () => {
    const { list, said, answer, row } = open();
    const leave = list.restoring.subscribe(() => {});
    const finding = list.findMints(WORDS);
    await answer(`borrow ${WORDS}`);
    await answer('relays for the words', [MINT]);
    list.restore(await finding, 'others');
    await vi.waitFor(() => expect(said.at(-1)).toBe('load'));
    leave();
    expect(said.at(-1)).toBe('load');
    await answer('load', new EcashError({ code: 'mint-network' }));
    await vi.waitFor(() => expect(said.at(-1)).toBe('give back'));
    expect(row()).toMatchObject({ stands: 'failed', problem: { code: 'mint-network' } });
    // the words of this wallet are no others
    list.restore([MINT]);
    await vi.waitFor(() => expect(row()).toMatchObject({ problem: { code: 'words-given-back' } }));
  });

  it('say nothing of being done where they were stopped', async () => {
    const { list, said, answer, row } = open();
    const finding = list.findMints(WORDS);
    await answer(`borrow ${WORDS}`);
    await answer('relays for the words', [MINT]);
    list.restore(await finding, 'others');
    await vi.waitFor(() => expect(row()?.stands).toBe('waiting'));
    list.stopRestoring();
    expect(said.at(-1)).toBe('give back');
    await vi.waitFor(() => expect(row()).toMatchObject({ stands: 'failed', problem: undefined }));
    // what was asked before then says nothing of who looks there next
    list.restore([MINT], 'own');
    await vi.waitFor(() => expect(row()?.stands).toBe('asking'));
    await answer('load', new EcashError({ code: 'ecash-worker' }));
    expect(row()?.stands).toBe('asking');
  });

  it('are held no more once their worker died', async () => {
    const { list, answer, lose, chart, row } = open();
    list.restoring.subscribe(() => {});
    const finding = list.findMints(WORDS);
    await answer(`borrow ${WORDS}`);
    await answer('relays for the words', [MINT]);
    list.restore(await finding, 'others');
    await vi.waitFor(() => expect(row()?.stands).toBe('waiting'));
    lose();
    expect(chart.getSnapshot().hasTag('holds words')).toBe(false);
    await vi.waitFor(() => expect(row()).toMatchObject({ stands: 'failed', problem: undefined }));
    await answer('load', new EcashError({ code: 'ecash-worker' }));
  });

  it('are looked for in an open wallet, or it is said why it is not', async () => {
    const { list, said, answer, refuse, row } = open();
    list.restoring.subscribe(() => {});
    const finding = list.findMints(WORDS);
    await answer(`borrow ${WORDS}`);
    await answer('relays for the words', [MINT]);
    refuse();
    list.restore(await finding, 'others');
    await vi.waitFor(() => expect(row()).toMatchObject({ problem: { code: 'ecash-key-refused' } }));
    await expect(list.findMints()).rejects.toMatchObject({ problem: { code: 'ecash-key-refused' } });
    expect(said).not.toContain('relays');
  });
});
