import { IDBFactory } from 'fake-indexeddb';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { describe, expect, it } from 'vitest';
import { newOperation } from '#actors/ecash/new-operation.ts';
import { deliverNutzap } from '#actors/ecash/operations/nutzap-giving.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';

const ANNA = new Uint8Array(32).fill(3);
const KEYSET = '00aabbccddeeff00';
const SCALAR = 'a'.repeat(64);
const y = `02${'1'.repeat(64)}`;
const sealed = { ivB64: '', ciphertextB64: '' };
const lock = `02${'c'.repeat(64)}`;
const secret = JSON.stringify(['P2PK', { nonce: '1', data: lock, tags: [] }]);
const proof = { amount: 8, id: KEYSET, secret, C: y, dleq: { e: SCALAR, s: SCALAR, r: SCALAR } };
const TOKEN = `cashuA${btoa(JSON.stringify({ token: [{ mint: 'https://m.example', proofs: [proof] }], unit: 'sat' }))}`
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replace(/=+$/, '');

const ledgerWithToken = async () => {
  const factory = new IDBFactory();
  let clock = 1_000;
  const now = () => (clock += 1_000);
  const ledger = openLedger(factory, { pubkey: getPublicKey(ANNA), now });
  const row = { y, mint: 'https://m.example', unit: 'sat', keyset: KEYSET, amount: 8, sealed };
  await ledger.change({ add: [{ ...row, state: 'available', at: 1 }] });
  const record = newOperation(
    { newId: () => 'gift', now },
    {
      kind: 'send',
      phase: 'waiting',
      mint: 'https://m.example',
      unit: 'sat',
      amount: 8,
      fee: 0,
      inputs: [y],
      spends: 8,
      outputs: [],
      counters: [],
      lock: { pubkey: lock },
      person: 'b'.repeat(64),
      delivery: {
        wish: 'w',
        mint: 'https://m.example',
        comment: 'hi',
        anonymous: false,
        relays: ['wss://one.example'],
      },
    },
  );
  await ledger.change(changes.handOut(record));
  return { ledger, now };
};

type World = Awaited<ReturnType<typeof ledgerWithToken>> & { readonly out: NostrEvent[] };

/** Delivers, and fails at the place with this number, before or after what is done there. */
const deliver = async ({ ledger, now, out }: World, at: number, when: 'before' | 'after'): Promise<number> => {
  let places = 0;
  const place = async <T>(act: () => T | Promise<T>): Promise<T> => {
    const fails = places === at;
    places += 1;
    if (fails && when === 'before') throw new Error('gone');
    const done = await act();
    if (fails) throw new Error('gone');
    return done;
  };
  const watched = {
    ...ledger,
    operation: (id: string) => place(() => ledger.operation(id)),
    proofsOf: (id: string) => place(() => ledger.proofsOf(id)),
    change: (change: Parameters<Ledger['change']>[0]) => place(() => ledger.change(change)),
  };
  await deliverNutzap(
    {
      ledger: watched,
      core: { writeToken: () => place(() => TOKEN) },
      signer: () => ({
        pubkey: getPublicKey(ANNA),
        nip04: undefined,
        nip44: undefined,
        signEvent: (template) =>
          place(() => finalizeEvent({ ...template, tags: template.tags.map((tag) => [...tag]) }, ANNA) as NostrEvent),
      }),
      client: () => undefined,
      publish: (event) => place(() => void out.push(event)),
      now,
    },
    'gift',
  );
  return places;
};

describe('the delivery of a nutzap', () => {
  it('goes on after a failure at every place, with one and the same event', async () => {
    const whole = await deliver({ ...(await ledgerWithToken()), out: [] }, -1, 'before');
    expect(whole).toBeGreaterThan(8);
    for (let at = 0; at < whole; at += 1)
      for (const when of ['before', 'after'] as const) {
        const world: World = { ...(await ledgerWithToken()), out: [] };
        await expect(deliver(world, at, when)).rejects.toThrow('gone');
        await deliver(world, -1, 'before');
        await deliver(world, -1, 'before');
        expect(new Set(world.out.map(({ id }) => id)).size, `${at} ${when}`).toBe(1);
        expect(world.out.length).toBeLessThanOrEqual(2);
        const record = await world.ledger.operation('gift');
        expect(record?.delivery).toMatchObject({ event: { id: world.out[0]!.id } });
        expect(record?.delivery?.deliveredAt).toBeDefined();
      }
  });
});
