import { describe, expect, it } from 'vitest';
import { createRefusedRelays } from '#store/relays/refused-relays.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const KEY = 'nostrRelayAdviceRefused';

describe('relays without advice', () => {
  it('are kept once each, the latest 100', () => {
    const storage = fakeStorage();
    const urls = Array.from({ length: 101 }, (_, index) => `wss://r${index}.example`);
    createRefusedRelays(storage).add([]);
    expect(storage.length).toBe(0);
    createRefusedRelays(storage).add(urls.slice(0, 60));
    createRefusedRelays(storage).add(urls.slice(50));
    expect(createRefusedRelays(storage).get()).toEqual(urls.slice(1));
  });

  it.each(['{', '{"a":1}', 'null'])('are none where the storage says %s', (text) =>
    expect(createRefusedRelays(fakeStorage({ [KEY]: text })).get()).toEqual([]),
  );

  it.each([undefined, blockedStorage()])('last until the page is closed where the browser keeps nothing', (storage) => {
    const refused = createRefusedRelays(storage);
    refused.add(['wss://a.example']);
    expect(refused.get()).toEqual(['wss://a.example']);
  });
});
