import { describe, expect, it, vi } from 'vitest';
import { accountSettings } from '#store/storage/account-settings.ts';
import { storedValue } from '#store/storage/stored-value.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

/** A storage that is full when it is told to be, and what another tab does with it. */
const place = () => {
  const storage = fakeStorage();
  const window = new EventTarget();
  const writing = vi.spyOn(storage, 'setItem');
  const isFull = (full: boolean) => {
    if (full)
      writing.mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    else writing.mockRestore();
  };
  const told = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  const elsewhere = (key: string, text: string) => {
    storage.setItem(key, text);
    told(key);
  };
  return { storage, window, isFull, told, elsewhere };
};

describe('a value of the storage that was full', () => {
  it('is as it was chosen until another tab writes it, and then as that one says', () => {
    const { storage, window, isFull, told, elsewhere } = place();
    const value = storedValue({ storage, window }, ['a', 'b'], (text) => [text('a'), text('b')]);
    isFull(true);
    expect(value.write({ a: 'own', b: 'own' })).toBe(false);
    expect(value.get()).toEqual(['own', 'own']);
    isFull(false);
    elsewhere('a', 'theirs');
    expect(value.get()).toEqual(['theirs', 'own']);
    // that one cleared all
    storage.clear();
    told(null);
    expect(value.get()).toEqual([null, null]);
  });

  it('takes nothing back that another tab wrote of another account', () => {
    const { storage, window, isFull, elsewhere } = place();
    const settings = accountSettings({ storage, window }, 'settings', (value) => ({ ...(value as object) }));
    isFull(true);
    settings.change('one', { x: 1 });
    isFull(false);
    elsewhere('settings', JSON.stringify({ other: { y: 2 } }));
    settings.change('one', { x: 3 });
    expect(JSON.parse(storage.getItem('settings')!)).toEqual({ other: { y: 2 }, one: { x: 3 } });
  });
});
