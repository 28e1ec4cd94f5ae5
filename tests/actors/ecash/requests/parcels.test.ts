import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { createParcelSlots, type ParcelsDeps } from '#actors/ecash/requests/parcels.ts';
import { createAlone } from '#actors/shell/alone.ts';
import type { LedgerChange } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { ParcelWay } from '#domain/ecash/ledger/parcel.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { createListeners } from '#domain/listeners.ts';
import { Failure } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { hex } from '#tests/support/fake-events.ts';

const OWNER = hex(0xa);
const POST: ParcelWay = { type: 'post', url: 'https://shop.example/pay' };
const MESSAGE: ParcelWay = { type: 'message', pubkey: hex(0xb), relays: [] };

/** A payment that is to be brought, in a tab that was just opened. */
const begin = (way: ParcelWay, code: 'ecash-locked' | 'ecash-worker' = 'ecash-locked') => {
  let record = {
    id: 'o1',
    rev: 1,
    kind: 'send',
    phase: 'waiting',
    parcel: { way, state: 'due', request: { key: 'k', attempt: 'a' } },
  } as unknown as Operation;
  let isOpen = false;
  const [listeners, changes, sent] = [createListeners(), [] as LedgerChange[], [] as unknown[]];
  const writePayload = vi.fn(async () => {
    if (!isOpen) throw new EcashError({ code });
    return 'payload';
  });
  const ledger = {
    operation: async () => record,
    proofsOf: async () => [],
    async change(change: LedgerChange) {
      changes.push(change);
      record = change.operations![0]!;
    },
  };
  const wrap = vi.fn(async (message: unknown) => message as NostrEvent);
  const deps = {
    purseOf: () => ({ ledger, core: { writePayload }, isOpen: () => isOpen }),
    follow: (_: string, tell: () => void) => listeners.subscribe(tell),
    messenger: { relaysFor: async () => ['wss://relay.example'], wrap, post: async (one: unknown) => sent.push(one) },
    post: async (...one: unknown[]) => sent.push(one),
    alone: createAlone(undefined),
    now: () => 1_000,
  } as unknown as ParcelsDeps;
  const actor = createActor(createParcelSlots(deps)['bring parcel'], { input: { pubkey: OWNER, operation: 'o1' } });
  actor.start();
  return {
    actor,
    changes,
    sent,
    wrap,
    writePayload,
    parcel: () => record.parcel!,
    open() {
      isOpen = true;
      listeners.tell();
    },
    tell: () => listeners.tell(),
  };
};

describe('a payment that is to be brought', () => {
  it.each([
    [POST, 'ecash-locked'],
    [POST, 'ecash-worker'],
    [MESSAGE, 'ecash-locked'],
  ] as const)('waits for the wallet to be opened, with nothing written down (%o, %s)', async (way, code) => {
    const place = begin(way, code);
    await vi.waitFor(() => expect(place.writePayload).toHaveBeenCalledTimes(1));
    place.tell();
    await new Promise((resolve) => setImmediate(resolve));
    expect([place.changes, place.sent, place.parcel().state]).toEqual([[], [], 'due']);
    expect(place.actor.getSnapshot().status).toBe('active');
    place.open();
    await vi.waitFor(() => expect(place.actor.getSnapshot().status).toBe('done'));
    expect(place.sent).toHaveLength(1);
    expect(place.writePayload).toHaveBeenCalledTimes(2);
    expect(place.parcel()).toMatchObject({ state: 'done' });
    expect(place.parcel()).not.toHaveProperty('trouble');
  });

  it('is brought no more once nobody waits for it', async () => {
    const place = begin(POST);
    await vi.waitFor(() => expect(place.writePayload).toHaveBeenCalledTimes(1));
    place.actor.stop();
    place.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect([place.sent, place.changes]).toEqual([[], []]);
  });

  it('is sealed by whom the token is of, and stays as it is while nobody or somebody else signs', async () => {
    const place = begin(MESSAGE);
    place.wrap.mockRejectedValue(new Failure({ code: 'no-signing-method' }));
    place.open();
    await vi.waitFor(() => expect(place.actor.getSnapshot().status).toBe('done'));
    expect(place.wrap.mock.calls).toEqual([[{ from: OWNER, to: hex(0xb), content: 'payload' }]]);
    expect([place.sent, place.changes, place.parcel().state]).toEqual([[], [], 'due']);
  });
});
