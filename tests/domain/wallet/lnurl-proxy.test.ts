import { describe, expect, it } from 'vitest';
import { readProxyChoice, readProxyUrl, throughProxy } from '#domain/wallet/lnurl-proxy.ts';
import { createLnurlProxy } from '#store/wallet/lnurl-proxy.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const open = (storage = fakeStorage(), window = new EventTarget()) => createLnurlProxy({ storage, window });

const URL = 'https://proxy.example/?url=';

describe('the proxy for Lightning addresses', () => {
  it('[LNURL-08] [LNURL-11] is off at first, and sees requests and comments only where that is wanted', () => {
    const storage = fakeStorage();
    const proxy = open(storage);
    expect([proxy.get(), throughProxy(proxy.get(), false)]).toEqual([undefined, undefined]);
    proxy.set({ url: URL, zaps: false });
    expect([throughProxy(proxy.get(), false), throughProxy(proxy.get(), true)]).toEqual([URL, undefined]);
    proxy.set({ url: URL, zaps: true });
    expect(throughProxy(open(storage).get(), true)).toBe(URL);
    proxy.set(undefined);
    expect(open(storage).get()).toBeUndefined();
  });

  it.each([
    '',
    'proxy.example',
    'http://proxy.example/',
    'https://a:b@proxy.example/',
    'https://192.168.1.1/',
    'javascript:alert(1)',
    `https://proxy.example/?secret=${'ab'.repeat(32)}&url=`,
    `https://proxy.example/${'a'.repeat(600)}`,
  ])('is never %j', (typed) => {
    expect(readProxyUrl(typed)).toBeUndefined();
    expect(readProxyChoice({ url: typed, zaps: true })).toBeUndefined();
  });

  it('that another tab chose is used here too', () => {
    const [storage, window] = [fakeStorage(), new EventTarget()];
    const proxy = open(storage, window);
    let told = 0;
    const stop = proxy.subscribe(() => (told += 1));
    open(storage).set({ url: URL, zaps: true });
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'lnurlProxy' }));
    expect([proxy.get(), told]).toEqual([{ url: URL, zaps: true }, 1]);
    stop();
    proxy.set(undefined);
    expect(told).toBe(1);
  });

  it('out of a broken storage is none', () => {
    for (const kept of ['{', 'null', '7', '{"url":7}']) {
      expect(open(fakeStorage({ lnurlProxy: kept })).get()).toBeUndefined();
    }
  });
});
