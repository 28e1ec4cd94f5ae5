import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import { beginWallet, payDeposit } from '#tests/support/ecash-acts.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { createRelayWorld } from '#tests/support/relay-world.ts';

const ANNA = new Uint8Array(32).fill(3);
const never = () => new Promise<never>(() => {});

describe('opened again, in whatever the browser was when it ended', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let browser: EcashBrowser;
  let isHung = false;
  const asked = { relays: 0, mints: 0 };
  beforeEach(async () => {
    place = await openPlace();
    const { requests } = createRelayWorld(['wss://one.example', 'wss://two.example']);
    const hanging =
      <Given extends unknown[], Done>(act: (...given: Given) => Promise<Done>) =>
      (...given: Given) => {
        if (!isHung) return act(...given);
        asked.relays += 1;
        return never();
      };
    browser = openEcashBrowser({
      requests: { ...requests, fetch: hanging(requests.fetch), publish: hanging(requests.publish) },
    });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => {
      if (!isHung) return fetch(...given);
      asked.mints += 1;
      return never();
    });
  });
  afterEach(async () => {
    isHung = false;
    browser.close();
    vi.unstubAllGlobals();
    await place.mint.stop();
  });

  /** 100 sats, of which 10 are out and 50 in an exchange that nobody knows the end of. */
  const inTheMiddle = async (): Promise<EcashTab> => {
    const tab = await beginWallet(browser.open(ANNA), place);
    await payDeposit(tab, place, 100);
    const out = await tab.ecash.send({ mint: place.mint.url, amount: 10 });
    await tab.until('out', ({ open }) => open.some((record) => record.id === out && isOut(record)));
    isHung = true;
    const sent = await tab.ecash.send({ mint: place.mint.url, amount: 50 });
    await tab.until('sent', ({ open }) => open.some(({ id, phase }) => id === sent && phase === 'sent'));
    return tab;
  };
  const shown = async (tab: EcashTab) => {
    await tab.until('shown', ({ exists }) => exists);
    const { balance, mints, open } = tab.stand();
    return { sum: balance + mints.reduce((sum, { held }) => sum + held, 0), balance, open: open.length };
  };

  it('says at once what is there and what is under way, while mints and relays say nothing at all', async () => {
    const first = await inTheMiddle();
    const before = await shown(first);
    expect(before).toMatchObject({ sum: 100, open: 2 });
    first.kill();
    [asked.relays, asked.mints] = [0, 0];
    const again = browser.open(ANNA);
    expect(await shown(again)).toEqual(before);
    // they were asked, and nobody waited for it
    await vi.waitFor(() => expect(Math.min(asked.relays, asked.mints)).toBeGreaterThan(0), 10_000);
    expect(await shown(again)).toEqual(before);
  });

  it('says so while the place of the tab that acted is taken, and while the key of the account is locked', async () => {
    const first = await inTheMiddle();
    const before = await shown(first);
    // the first one is not gone yet for the browser: its lock is held
    const second = browser.open(ANNA);
    expect(await shown(second)).toEqual(before);
    await second.until('follows', (_, { chart }) => chart.getSnapshot().hasTag('follows'));
    first.kill();
    second.kill();
    const locked = browser.open(ANNA);
    locked.lock(true);
    expect(await shown(locked)).toEqual(before);
  });
});
