import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createKept, createKeptRows } from '#store/storage/kept-rows.ts';

describe('what was read of a database', () => {
  it('is read once for all, until something was changed', async () => {
    const read = vi.fn(async () => ({}));
    const kept = createKept({ read });
    const [first, same] = [kept.get(), kept.get()];
    expect(await first).toBe(await same);
    kept.changed();
    expect(await kept.get()).not.toBe(await first);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is not what was on its way when that was changed, and no failure', async () => {
    const answers = [Promise.resolve('old'), Promise.resolve('new'), Promise.reject(new Error('gone'))];
    const kept = createKept({ read: () => answers.shift() ?? Promise.resolve('back') });
    const old = kept.get();
    kept.changed();
    expect([await old, await kept.get(), await kept.get()]).toEqual(['old', 'new', 'new']);
    kept.changed();
    await expect(kept.get()).rejects.toThrow('gone');
    expect(await kept.get()).toBe('back');
  });

  it('is in the end what is there, whatever is changed while it is read, and whatever fails', async () => {
    type Row = { readonly key: string; readonly value: number };
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), key: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.nat(9) }),
      fc.record({ do: fc.constant('remove' as const), key: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ do: fc.constantFrom('look', 'wait', 'fail', 'anything') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const stored = new Map<string, Row>();
        let fails = false;
        // what is read is as it was when that began
        const after = async <T>(rows: T) => {
          await Promise.resolve();
          if (fails) throw new Error('fails');
          return rows;
        };
        const kept = createKeptRows<Row>({
          all: () => after([...stored.values()]),
          some: (keys) => after(keys.flatMap((key) => stored.get(key) ?? [])),
          keyOf: ({ key }) => key,
          order: (one, other) => (one.key < other.key ? -1 : 1),
        });
        for (const one of steps) {
          if (one.do === 'put') stored.set(one.key, { key: one.key, value: one.value });
          if (one.do === 'remove') stored.delete(one.key);
          if (one.do === 'put' || one.do === 'remove') kept.changed([one.key]);
          if (one.do === 'anything') kept.changed();
          if (one.do === 'fail') fails = !fails;
          if (one.do === 'look') void kept.get().catch(() => {});
          if (one.do === 'wait') await kept.get().catch(() => {});
        }
        fails = false;
        await kept.get().catch(() => {});
        expect(await kept.get()).toEqual([...stored.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)));
      }),
    );
  });
});
