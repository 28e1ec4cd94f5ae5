import { expect, it } from 'vitest';
import { createToldByRelays, type Known } from '#actors/ecash/sync/told-by-relays.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const ANNA = 'a'.repeat(64);
const RELAY = 'wss://one.example';
const [LIKE, TOKEN] = ['b'.repeat(64), 'c'.repeat(64)];
const NOTHING: Known = { token: () => undefined, quote: () => false, history: () => false };

const start = () => {
  const told = createToldByRelays({
    pubkey: ANNA,
    signer: () => ({ pubkey: ANNA, nip44: { decrypt: async () => '' } }) as never,
    core: { readTokenEvent: async () => ({ mint: '', unit: 'sat', proofs: [], del: [], others: 0 }) } as never,
    before: { plain: async () => undefined, keep: async () => {}, gone: async () => new Map() } as never,
    learned: () => {},
  });
  let count = 0;
  const take = (fields: Partial<NostrEvent>) =>
    told.take(fakeEvent({ id: hex((count += 1)), pubkey: ANNA, ...fields }), RELAY);
  const remove = (id: string, kind?: number) =>
    take({ kind: KIND.deletion, tags: [['e', id], ...(kind === undefined ? [] : [['k', String(kind)]])] });
  const token = () => take({ id: TOKEN, kind: KIND.cashuToken });
  return { told, remove, token };
};

it('[WEV-08] a deletion of something else of the user is no news of the wallet, and known all the same', async () => {
  const { told, remove } = start();
  expect([remove(LIKE), remove(hex(0xd), KIND.reaction)]).toEqual([false, false]);
  const { news, replaced } = await told.read(NOTHING);
  expect([[...news], replaced.has(LIKE)]).toEqual([[], true]);
  // once it says that it is of the wallet it is heard
  expect(remove(LIKE, KIND.cashuToken)).toBe(true);
  expect([...(await told.read(NOTHING)).news]).toEqual([LIKE]);
  expect(remove(LIKE, KIND.cashuToken)).toBe(false);
});

it('[WEV-08] a deletion without kinds is news where a relay or the ledger knows what it deletes', async () => {
  const { told, remove, token } = start();
  expect(token()).toBe(true);
  await told.read({ ...NOTHING, token: (each) => (each === LIKE ? [] : undefined) });
  expect([remove(TOKEN), remove(LIKE)]).toEqual([true, true]);
  expect([...(await told.read(NOTHING)).news]).toEqual([TOKEN, LIKE]);
});

it('[WEV-08] a deletion that came before what it deletes is news with that', async () => {
  const { told, remove, token } = start();
  expect(remove(TOKEN)).toBe(false);
  await told.read(NOTHING);
  expect(token()).toBe(true);
  // also where the ledger has it, and it need not be opened
  expect([...(await told.read({ ...NOTHING, token: () => [] })).news]).toEqual([TOKEN]);
});
