import { nip44 } from 'nostr-tools';
import { getPublicKey } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deletedBy } from '#domain/ecash/events/deletion.ts';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import { beginWallet, payDeposit } from '#tests/support/ecash-acts.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { createRelayWorld } from '#tests/support/relay-world.ts';

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(5);
const RELAYS = ['wss://one.example', 'wss://two.example'];
const TOKEN = ['encrypt', 'sign 7375'];
const DELETION = ['sign 5'];
const HISTORY = ['encrypt', 'sign 7376'];
const QUOTE = ['encrypt', 'encrypt', 'sign 7374'];

/** All that the databases of a browser hold, as one text. */
const onDisk = async ({ indexedDB }: EcashBrowser): Promise<string> => {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
  const texts: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name!));
    for (const store of database.objectStoreNames)
      texts.push(JSON.stringify(await settled(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  return texts.join('\n');
};

/** What relays hold of the account, opened: keys of the wallet, and what spends proofs. */
const secretsOn = (events: ReturnType<ReturnType<typeof createRelayWorld>['at']>): readonly string[] => {
  const key = nip44.getConversationKey(ANNA, getPublicKey(ANNA));
  return events
    .filter(({ kind }) => kind === 7375 || kind === 17_375)
    .flatMap(({ content }) =>
      [...nip44.decrypt(content, key).matchAll(/"(?:privkey","|secret":"|C":")([^"]+)"/g)].map(([, secret]) => secret!),
    );
};

/** An extension may ask a person each time. */
describe('what the signer of an account is asked for', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  const browsers: EcashBrowser[] = [];
  beforeEach(async () => void (place = await openPlace()));
  afterEach(async () => {
    for (const browser of browsers.splice(0)) browser.close();
    await place.mint.stop();
  });

  const openBrowser = (relays: ReturnType<typeof createRelayWorld>) => {
    const calls: string[] = [];
    const browser = openEcashBrowser({ requests: relays.requests, asked: (call) => calls.push(call) });
    browsers.push(browser);
    const count = (kind: number) => relays.at(RELAYS[0]!).filter((event) => event.kind === kind).length;
    /** All calls so far, once relays have so many events of a kind, and nothing is being told or read any more. */
    const asked = async (tab: EcashTab, kind: number, events: number) => {
      await tab.until(`${events} of ${kind}`, () => count(kind) >= events);
      await tab.until('at rest', (_, { chart }) => {
        const children = chart.getSnapshot().children as Readonly<
          Record<string, { getSnapshot(): unknown } | undefined>
        >;
        const [sync, reading] = [children['ecash-sync'], children['ecash-reading']].map(
          (child) => child?.getSnapshot() as { value: unknown; matches(state: object): boolean } | undefined,
        );
        return reading?.value === 'idle' && sync?.matches({ outbox: { on: 'resting' } }) === true;
      });
      return calls.splice(0);
    };
    return { browser, calls, count, asked };
  };
  const send = async (tab: EcashTab, amount: number) => {
    const id = await tab.ecash.send({ mint: place.mint.url, amount });
    await tab.until('out', ({ open }) => open.some((record) => record.id === id && isOut(record)));
    return await tab.ecash.token(id);
  };

  it('is for each operation its token event, its history and one deletion, and nothing is read that was written here', async () => {
    const { browser, asked } = openBrowser(createRelayWorld(RELAYS));
    const anna = await beginWallet(browser.open(ANNA), place);
    // to wrap the key of the wallet and to see that it opens again; how ecash is taken; the wallet, and its backup as it is
    const first = ['encrypt', 'decrypt', 'sign 10019', 'encrypt', 'sign 17375', 'sign 375'];
    expect((await asked(anna, 375, 1)).sort()).toEqual(first.sort());
    await payDeposit(anna, place, 100);
    const deposit = await asked(anna, 7376, 1);
    // an invoice that is paid at once is told to nobody
    const isQuick = !deposit.includes('sign 7374');
    expect(deposit).toEqual(isQuick ? [...TOKEN, ...HISTORY] : [...QUOTE, ...TOKEN, ...DELETION, ...HISTORY]);
    await send(anna, 10);
    expect(await asked(anna, 7376, 2)).toEqual([...TOKEN, ...DELETION, ...HISTORY]);
  });

  it('is one token event and one deletion for what happens within a short while', async () => {
    const { browser, asked, count } = openBrowser(createRelayWorld(RELAYS));
    const anna = await beginWallet(browser.open(ANNA), place);
    await payDeposit(anna, place, 500);
    await asked(anna, 7376, 1);
    const [tokens, deletions] = [count(7375), count(5)];
    const given = [await send(anna, 10), await send(anna, 20), await send(anna, 30)];
    expect(new Set(given).size).toBe(3);
    await asked(anna, 7376, 4);
    // where three sends take long, the first is not held up for ever
    expect(count(7375) - tokens).toBeLessThan(3);
    expect(count(5) - deletions).toBe(count(7375) - tokens);

    const ben = openBrowser(createRelayWorld(RELAYS));
    const friend = await beginWallet(ben.browser.open(BEN), place);
    await ben.asked(friend, 375, 1);
    for (const token of given) await friend.ecash.receive(token);
    const calls = await ben.asked(friend, 7376, 3);
    expect(calls.filter((call) => call === 'sign 7375').length).toBeLessThan(3);
    expect(calls.filter((call) => call === 'decrypt')).toEqual([]);
  });

  it('is at the next visit to open the wallet and nothing else, whatever relays send again; what others wrote is read once', async () => {
    const relays = createRelayWorld(RELAYS);
    const phone = openBrowser(relays);
    const first = await beginWallet(phone.browser.open(ANNA), place);
    await payDeposit(first, place, 100);
    await phone.asked(first, 7376, 1);
    await send(first, 10);
    await phone.asked(first, 7376, 2);
    // these relays send what was deleted, too
    expect(relays.at(RELAYS[0]!).flatMap(deletedBy)).not.toEqual([]);
    first.kill();
    const again = phone.browser.open(ANNA);
    await again.until('there', ({ balance }) => balance === 90);
    expect(await phone.asked(again, 7376, 2)).toEqual(['decrypt']);
    again.kill();
    phone.calls.splice(0);

    const desktop = openBrowser(relays);
    const other = desktop.browser.open(ANNA);
    await other.until('looked', (stand) => !stand.exists);
    await other.ecash.create();
    await other.until('there', ({ balance }) => balance === 90);
    const read = (await desktop.asked(other, 375, 2)).filter((call) => call === 'decrypt');
    expect(read.length).toBeGreaterThan(1);
    other.kill();
    const third = desktop.browser.open(ANNA);
    await third.until('there', ({ balance }) => balance === 90);
    expect(await desktop.asked(third, 7376, 2)).toEqual(['decrypt']);
    // and what is written in place of theirs
    await send(third, 10);
    expect(await desktop.asked(third, 7376, 3)).toEqual([...TOKEN, ...DELETION, ...HISTORY]);
    third.kill();
    // what was read is kept, and nothing of it in the open
    const [disk, secrets] = [await onDisk(desktop.browser), secretsOn(relays.at(RELAYS[0]!))];
    expect(disk).toContain('read before');
    expect(secrets.length).toBeGreaterThan(4);
    for (const secret of secrets) expect(disk).not.toContain(secret);
  });
});
