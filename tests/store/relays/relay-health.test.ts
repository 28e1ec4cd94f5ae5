import { describe, expect, it } from 'vitest';
import { relayHealthKey, unknownHealth } from '#domain/relays/relay-health.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createRelayHealth } from '#store/relays/relay-health.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const url = 'wss://one.example';
const open = (storage: Storage | undefined = fakeStorage()) => {
  const queryClient = createQueryClient();
  const health = createRelayHealth({ queryClient, storage });
  return { health, storage, shown: () => queryClient.getQueryData(relayHealthKey) as object };
};

describe('relay health store', () => {
  it('shows its records when it is told to', () => {
    const { health, shown } = open();
    health.report(url, { ok: true, at: 1, ms: 5 });
    expect(shown()).toEqual({});
    health.show();
    expect(shown()).toEqual(health.get());
    expect(health.get()[url]).toMatchObject({ successCount: 1, averageResponseTime: 5 });
  });

  it('has the records of the last visit at the next', () => {
    const { health, storage } = open();
    health.report(url, { ok: true, at: 1 });
    health.setFlapping(url, true);
    expect(health.save()).toBe(true);
    const again = open(storage);
    expect(again.health.get()[url]).toEqual({ ...health.get()[url], flapping: false });
    expect(again.shown()).toEqual(again.health.get());
  });

  it('starts anew on request', () => {
    const { health, shown } = open();
    health.report(url, { ok: false, at: 1 });
    health.forget();
    expect([health.get(), shown()]).toEqual([{}, {}]);
  });

  it('keeps at most 100 relays', () => {
    const { health } = open();
    for (let at = 0; at < 150; at += 1) health.report(`wss://r${at}.example`, { ok: true, at });
    expect(Object.keys(health.get())).toHaveLength(100);
  });

  it('starts empty when what was saved makes no sense, or storage is blocked', () => {
    const broken = JSON.stringify([null, { ...unknownHealth('nonsense') }, 7]);
    for (const saved of ['{', '{}', 'null', broken])
      expect(open(fakeStorage({ nostrRelayHealth: saved })).health.get()).toEqual({});
    const { health } = open(blockedStorage());
    health.report(url, { ok: true, at: 1 });
    expect([health.save(), Object.keys(health.get())]).toEqual([false, [url]]);
  });
});
