import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import { beginWallet, payDeposit } from '#tests/support/ecash-acts.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser } from '#tests/support/ecash-tab.ts';

/** characters of a sealed text that an earlier version opened, at most */
const EARLIER_MOST = 16_384;
const bound = { isOn: false, refused: [] as string[] };
const { atob } = globalThis;

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(4);

describe('what an earlier version sealed and could not open again', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  const browsers: EcashBrowser[] = [];
  const browser = () => {
    const opened = openEcashBrowser();
    browsers.push(opened);
    return opened;
  };
  beforeEach(async () => {
    place = await openPlace();
    [bound.isOn, bound.refused] = [true, []];
    vi.stubGlobal('atob', (text: string) => {
      if (!bound.isOn || text.length <= EARLIER_MOST) return atob(text);
      bound.refused.push(text);
      throw new Error('too long');
    });
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    for (const one of browsers.splice(0)) one.close();
    await place.mint.stop();
  });

  it('[PROOF-08] [SEND-01] is a token once this version opens it, and somebody takes it', async () => {
    const annas = browser();
    const before = await beginWallet(annas.open(ANNA), place);
    bound.isOn = false;
    await payDeposit(before, place, 999_999);
    await before.until('filled', ({ balance }) => balance === 999_999);
    bound.isOn = true;
    const id = await before.ecash.send({ mint: place.mint.url, amount: 333_333 });
    await vi.waitFor(() => expect(bound.refused.length).toBeGreaterThan(0), 10_000);
    await before.until('is kept', ({ open }) => open.some((record) => record.id === id && !isOut(record)));
    before.kill();

    bound.isOn = false;
    const after = annas.open(ANNA);
    await after.until('out', ({ open }) => open.some((record) => record.id === id && isOut(record)));
    const ben = await beginWallet(browser().open(BEN), place);
    await ben.ecash.receive(await after.ecash.token(id));
    await ben.until('taken', ({ balance, open }) => balance === 333_333 && open.length === 0);
    await after.until('gone', ({ balance, open }) => balance === 666_666 && open.length === 0);
  });
});
