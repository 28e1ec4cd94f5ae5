import { beforeEach, describe, expect, it } from 'vitest';
import { takeMints } from '#actors/ecash/sync/mints-elsewhere.ts';
import { readStand } from '#actors/ecash/wallet/stand.ts';
import { createEcashWorld, openWallet, takeToken } from '#tests/support/ecash-world.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';
import { MINT, OTHER_MINT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const NEW_MINT = 'https://new.example';
const wallet = (mints: readonly string[], at: number, id = 'b'.repeat(64)) => ({
  event: fakeEvent({ id, kind: 17_375, created_at: at }),
  mints,
});
const old = (mints: readonly string[], at: number) =>
  fakeEvent({ kind: 37_375, created_at: at, tags: [['d', 'w'], ...mints.map((url) => ['mint', url])] });

describe('the mints that the owner uses on other devices', () => {
  let world: Awaited<ReturnType<typeof createEcashWorld>>;
  let mine: ReturnType<typeof openWallet>;
  const mints = async () => (await mine.ledger.mints.all()).map(({ url }) => url).toSorted();
  const take = (given: Partial<Parameters<typeof takeMints>[1]>) =>
    takeMints(mine.deps, { wallet: undefined, oldWallets: [], ...given }, false);

  /** This device uses two mints, has 8 sats at the first, and told relays of both at second 100. */
  beforeEach(async () => {
    world = await createEcashWorld({ has: [8] });
    mine = openWallet(world, openMoneyLife());
    for (const url of [MINT, OTHER_MINT])
      await mine.ledger.mints.change(url, () => ({ url, addedAt: 1, tally: { days: [], took: [] } }));
    const event = fakeEvent({ id: 'a'.repeat(64), kind: 17_375, created_at: 100 });
    const says = { mints: [MINT, OTHER_MINT], pubkey: '02' };
    await mine.ledger.change({
      outbox: [{ do: 'put', row: { operation: 'wallet', kind: 'wallet', at: 1, event, relays: {}, says } }],
    });
  });

  it('[WEV-03] are used here, too; one that was left there is left here when nothing is there', async () => {
    await take({ wallet: wallet([MINT, NEW_MINT], 200) });
    expect(await mints()).toEqual([MINT, NEW_MINT]);
  });

  it('[WEV-03] stay as long as something is there, which is said, and go by themselves then', async () => {
    await take({ wallet: wallet([OTHER_MINT], 200) });
    expect(await mints()).toEqual([MINT, OTHER_MINT]);
    const left = async () => (await readStand(mine.ledger)).mints.filter(({ isLeft }) => isLeft).map(({ url }) => url);
    expect(await left()).toEqual([MINT]);
    const [proof] = await mine.ledger.proofs();
    takeToken(world, [proof!.y]);
    await mine.ledger.change({ moves: [{ ys: [proof!.y], from: 'available', to: 'spent' }] });
    await take({ wallet: wallet([OTHER_MINT], 200) });
    expect(await mints()).toEqual([OTHER_MINT]);
  });

  it('[WEV-03] one that was left and is used again is used as before', async () => {
    await take({ wallet: wallet([OTHER_MINT], 200) });
    await take({ wallet: wallet([OTHER_MINT, MINT], 300, 'c'.repeat(64)) });
    expect((await readStand(mine.ledger)).mints.some(({ isLeft }) => isLeft)).toBe(false);
  });

  it('[WEV-03] one that was left goes also when the newest list is of this device', async () => {
    await take({ wallet: wallet([OTHER_MINT], 200) });
    const event = fakeEvent({ id: 'd'.repeat(64), kind: 17_375, created_at: 300 });
    const says = { mints: [OTHER_MINT], pubkey: '02' };
    const row = { operation: 'wallet', kind: 'wallet', at: 1, event, relays: {}, says } as const;
    await mine.ledger.change({ outbox: [{ do: 'put', row, over: 'a'.repeat(64) }] });
    const [proof] = await mine.ledger.proofs();
    takeToken(world, [proof!.y]);
    await mine.ledger.change({ moves: [{ ys: [proof!.y], from: 'available', to: 'spent' }] });
    await take({ wallet: wallet([OTHER_MINT], 300, 'd'.repeat(64)) });
    expect(await mints()).toEqual([OTHER_MINT]);
  });

  it.each([
    ['an older list', wallet([OTHER_MINT], 50)],
    ['its own list', wallet([OTHER_MINT], 100, 'a'.repeat(64))],
    ['a list that cannot be read', wallet([], 200)],
    ['none', undefined],
  ])('[WEV-03] %s leaves nothing', async (_, given) => {
    await take({ wallet: given });
    expect(await mints()).toEqual([MINT, OTHER_MINT]);
    expect((await readStand(mine.ledger)).mints.some(({ isLeft }) => isLeft)).toBe(false);
  });

  it('[WEV-03] those of an old wallet event (37375) are used, too, unless they were left here since', async () => {
    await take({ oldWallets: [old([NEW_MINT, 'http://10.0.0.1'], 200)] });
    expect(await mints()).toEqual([NEW_MINT, MINT, OTHER_MINT].toSorted());
    await mine.ledger.mints.remove(NEW_MINT);
    await take({ oldWallets: [old([NEW_MINT], 90)] });
    expect(await mints()).toEqual([MINT, OTHER_MINT]);
  });
});
