import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { AsciiAnswer, AsciiOrder } from '#ports/ascii-studio.ts';
import { ASCII_FETCH_MS, ASCII_AT_ONCE, ASCII_DRAW_MS, ASCII_ITEMS_MAX } from '#domain/ascii/ascii-limits.ts';
import type { AsciiHand } from '#actors/ascii/orders.ts';
import { createStudio } from '#actors/ascii/studio.ts';
import { defineAsciiWorker } from '#actors/ascii/worker.ts';
import { asciiMachine } from '#machines/ascii/ascii.machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const order = (name: string, more: Partial<AsciiOrder> = {}): AsciiOrder => ({
  url: `https://a.example/${name}.jpg`,
  colour: false,
  cols: 48,
  rows: 18,
  ...more,
});

const drawn = ({ cols, rows, url }: AsciiOrder): AsciiAnswer => ({ ok: true, drawing: { cols, rows, text: url } });

/** A worker that draws when told to. */
const fakeHand = () => {
  const open = new Map<string, { id: number; settle: (answer: AsciiAnswer) => void; order: AsciiOrder }>();
  const begun: string[] = [];
  const left: number[] = [];
  const hung = vi.fn<() => void>();
  const nameOf = ({ url }: AsciiOrder) => /(\w+)\.jpg/.exec(url)![1]!;
  const hand: AsciiHand = {
    draw: (id, asked) =>
      new Promise((settle) => {
        begun.push(nameOf(asked));
        open.set(nameOf(asked), { id, settle, order: asked });
      }),
    leave: (id) => left.push(id),
    hung,
  };
  const finish = async (name: string, answer?: AsciiAnswer) => {
    const job = open.get(name)!;
    job.settle(answer ?? drawn(job.order));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { hand, begun, left, hung, finish, idOf: (name: string) => open.get(name)!.id };
};

const settled = () => vi.advanceTimersByTimeAsync(0);

const start = () => {
  const events: string[] = [];
  const studio = createStudio(({ type }) => void events.push(type));
  const answers = new Map<string, AsciiAnswer>();
  const ask = (name: string, more: Partial<AsciiOrder> = {}, again = false) =>
    studio.studio.order(order(name, more), (answer) => answers.set(name, answer), again);
  return { studio, events, answers, ask };
};

describe('orders of drawings', () => {
  it('wake the worker and are drawn a few at a time, those in the window first', async () => {
    const { studio, events, answers, ask } = start();
    const { hand, begun, finish } = fakeHand();
    const names = Array.from({ length: ASCII_AT_ONCE + 2 }, (_, at) => `p${at}`);
    const last = names.at(-1)!;
    const sittings = names.map((name) => ask(name));
    sittings.at(-1)!.hurry(true);
    await settled();
    expect(events).toContain('orders.waiting');
    studio.open(hand);
    expect(begun).toHaveLength(ASCII_AT_ONCE);
    expect(begun[0]).toBe(last);
    for (const name of [last, ...names.slice(0, -1)]) await finish(name);
    expect([...answers.keys()].sort()).toEqual(names.toSorted());
    expect(events.at(-1)).toBe('orders.done');
  });

  it('are taken back when the card leaves', async () => {
    const { studio, answers, ask } = start();
    const { hand, begun, left, idOf } = fakeHand();
    studio.open(hand);
    const names = Array.from({ length: ASCII_AT_ONCE + 1 }, (_, at) => `p${at}`);
    const sittings = names.map((name) => ask(name));
    await settled();
    expect(begun).toEqual(names.slice(0, -1));
    sittings[0]!.leave();
    expect([left, begun]).toEqual([[idOf('p0')], names]);
    const early = ask('never');
    early.leave();
    await settled();
    expect(begun).not.toContain('never');
    expect(answers.size).toBe(0);
  });

  it('are answered from what is kept, and kept by how lately they were used', async () => {
    const { studio, answers, ask } = start();
    const { hand, begun, finish } = fakeHand();
    studio.open(hand);
    ask('a');
    await settled();
    await finish('a');
    ask('a');
    await settled();
    expect([begun, answers.get('a')?.ok]).toEqual([['a'], true]);
    ask('a', { cols: 96 });
    await settled();
    expect(begun).toEqual(['a', 'a']);
    await finish('a');
    expect(studio.studio.kept(order('a').url)?.cols).toBe(96);
    expect(studio.studio.kept('https://a.example/b.jpg')).toBeUndefined();
  });

  it('are counted, bounded and cleared', async () => {
    const { studio, ask } = start();
    const { hand, begun, finish } = fakeHand();
    studio.open(hand);
    for (let at = 0; at <= ASCII_ITEMS_MAX; at += 1) {
      ask(`p${at}`);
      await settled();
      await finish(`p${at}`);
    }
    expect(studio.studio.count()).toBe(ASCII_ITEMS_MAX);
    ask('p0');
    await settled();
    expect(begun.at(-1)).toBe('p0');
    studio.studio.clear();
    expect(studio.studio.count()).toBe(0);
  });

  it('are not tried again where a site refuses, until somebody asks', async () => {
    const { studio, answers, ask } = start();
    const { hand, begun, finish } = fakeHand();
    studio.open(hand);
    for (const [name, problem] of [
      ['no', 'refused'],
      ['late', 'slow'],
    ] as const) {
      ask(name);
      await settled();
      await finish(name, { ok: false, problem });
      ask(name);
      await settled();
    }
    expect(answers.get('no')).toEqual({ ok: false, problem: 'refused' });
    expect(begun).toEqual(['no', 'late', 'late']);
    ask('no', {}, true);
    await settled();
    expect(begun.at(-1)).toBe('no');
  });
});

describe('a worker that is lost', () => {
  it('costs a picture one more try, and no other', async () => {
    const { studio, answers, ask } = start();
    const [first, second, third] = [fakeHand(), fakeHand(), fakeHand()];
    studio.open(first.hand);
    ask('bomb');
    await settled();
    studio.close();
    studio.open(second.hand);
    expect(second.begun).toEqual(['bomb']);
    ask('a');
    await settled();
    studio.close();
    expect(answers.get('bomb')).toEqual({ ok: false, problem: 'broken' });
    studio.open(third.hand);
    await third.finish('a');
    expect(answers.get('a')?.ok).toBe(true);
    await first.finish('bomb');
    expect(answers.get('bomb')?.ok).toBe(false);
  });

  it('is one that says nothing for too long', async () => {
    const { studio, ask } = start();
    const { hand, hung } = fakeHand();
    studio.open(hand);
    ask('a');
    await settled();
    await vi.advanceTimersByTimeAsync(ASCII_FETCH_MS + ASCII_DRAW_MS - 1);
    expect(hung).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(hung).toHaveBeenCalledTimes(1);
  });

  it('leaves no order without an answer when no other one comes', async () => {
    const { studio, events, answers, ask } = start();
    ask('a');
    await settled();
    studio.refuse();
    ask('b');
    await settled();
    expect([...answers.values()]).toEqual([
      { ok: false, problem: 'broken' },
      { ok: false, problem: 'broken' },
    ]);
    ask('b', {}, true);
    await settled();
    expect(events.at(-1)).toBe('orders.again');
  });
});

describe('the worker itself', () => {
  type Told = { id?: string; type?: string; argumentList?: { value: unknown }[]; path?: string[] };

  const fakeWorker = () => {
    const listeners = new Map<string, Set<(event: unknown) => void>>();
    const told: Told[] = [];
    const emit = (type: string, event: unknown) => listeners.get(type)?.forEach((listener) => listener(event));
    return {
      told,
      emit,
      answer: (value: unknown) =>
        emit('message', { data: { id: told.at(-1)!.id, type: 'RAW', value }, preventDefault() {} }),
      terminate: vi.fn<() => void>(),
      postMessage: (message: Told) => void told.push(message),
      addEventListener: (type: string, listener: never) =>
        void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
      removeEventListener: (type: string, listener: never) => void listeners.get(type)?.delete(listener),
    };
  };

  it('measures the font once for all, draws, and is ended', async () => {
    const workers: ReturnType<typeof fakeWorker>[] = [];
    const studio = { open: vi.fn<(hand: AsciiHand) => void>(), close: vi.fn<() => void>() };
    const spawn = () => workers[workers.push(fakeWorker()) - 1]! as never;
    const logic = defineAsciiWorker({ studio, spawn, font: { family: 'Mono', url: '', weight: 600 } });
    const ramp = [{ glyph: '#', ink: 0.4 }];
    for (const known of [undefined, ramp]) {
      const actor = createActor(logic).start();
      const worker = workers.at(-1)!;
      expect(worker.told[0]?.argumentList?.[1]?.value).toEqual(known);
      worker.answer(ramp);
      await settled();
      expect(studio.open).toHaveBeenCalledTimes(workers.length);
      actor.stop();
      expect(worker.terminate).toHaveBeenCalledTimes(1);
      expect(studio.close).toHaveBeenCalledTimes(workers.length);
    }
  });

  it('says when it dies, and nothing to the console', () => {
    const worker = fakeWorker();
    const logic = defineAsciiWorker({
      studio: { open() {}, close() {} },
      spawn: () => worker as never,
      font: { family: 'Mono', url: '', weight: 600 },
    });
    const actor = createActor(asciiMachine.provide({ actors: { worker: logic } })).start();
    actor.send({ type: 'orders.waiting' });
    const preventDefault = vi.fn<() => void>();
    worker.emit('error', { preventDefault });
    expect([actor.getSnapshot().value, preventDefault.mock.calls.length]).toEqual(['lost', 1]);
    expect(worker.terminate).toHaveBeenCalledTimes(1);
    actor.stop();
  });

  it('may not be allowed at all', () => {
    const spawn = () => {
      throw new Error('no workers here');
    };
    const studio = { open() {}, close() {} };
    const logic = defineAsciiWorker({ studio, spawn, font: { family: 'Mono', url: '', weight: 600 } });
    const actor = createActor(asciiMachine.provide({ actors: { worker: logic } })).start();
    actor.send({ type: 'orders.waiting' });
    expect(actor.getSnapshot().value).toBe('lost');
    actor.stop();
  });
});
