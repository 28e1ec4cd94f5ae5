import { describe, expect, it } from 'vitest';
import { VERSIONS_KEPT } from '#domain/replaceable/replaceable-limits.ts';
import { createVersions } from '#store/replaceable/versions.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { createDisk } from '#tests/support/people-world.ts';

const ANNA = hex(0xa);

/** The times of the versions that stay of so many, each with so many tags; the newest first. */
const keptOf = async (count: number, size: number, content = '') => {
  const versions = createVersions(createDisk().database);
  const tags = Array.from({ length: size }, (_, at) => ['p', hex(at)]);
  for (let time = 1; time <= count; time += 1)
    await versions.keep(fakeEvent({ id: hex(time), pubkey: ANNA, kind: 3, created_at: time, tags, content }));
  return (await versions.of(3, ANNA)).map(({ created_at }) => created_at);
};

describe('the versions of a list that are kept', () => {
  it('are the last hundred, the newest first', async () => {
    const times = await keptOf(VERSIONS_KEPT + 3, 10);
    expect([times.length, times[0], times.at(-1)]).toEqual([VERSIONS_KEPT, VERSIONS_KEPT + 3, 4]);
  });

  it('are fewer of a long list, but never less than five', async () => {
    expect(await keptOf(20, 12_000)).toHaveLength(16);
    expect(await keptOf(8, 60_000)).toEqual([8, 7, 6, 5, 4]);
    expect(await keptOf(20, 0, 'x'.repeat(64 * 12_000))).toHaveLength(16);
  });

  it('are each kept once', async () => {
    const versions = createVersions(createDisk().database);
    const event = fakeEvent({ id: hex(1), pubkey: ANNA, kind: 3, created_at: 1 });
    await Promise.all([versions.keep(event), versions.keep(event)]);
    expect(await versions.of(3, ANNA)).toEqual([event]);
  });
});
