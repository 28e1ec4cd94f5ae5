import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { defineWatchOwnEvents } from '#actors/replaceable/own-events.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { CLOCK_SLACK_S } from '#domain/replaceable/replaceable-limits.ts';
import { areasOf } from '#tests/support/areas.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const [ANNA, BERT] = [hex(0xa), hex(0xb)];
const NOW = 1_000_000;
const [ONE, TWO, INDEX] = ['wss://one.example', 'wss://two.example', 'wss://index.example'];

const setUp = () => {
  const uses: Record<string, string[]> = { write: [ONE], read: [ONE, TWO], indexer: [INDEX], profile: [] };
  const open: { request: Parameters<RelayRequests['watch']>[0]; isOpen: boolean }[] = [];
  const watch: RelayRequests['watch'] = (request) => {
    const asked = { request, isOpen: true };
    open.push(asked);
    return () => void (asked.isOpen = false);
  };
  const listeners = new Set<() => void>();
  const directory = {
    getSnapshot: () => ({ status: 'active' }),
    subscribe({ next }: { next: () => void }) {
      listeners.add(next);
      return { unsubscribe: () => void listeners.delete(next) };
    },
  };
  const onProfile = vi.fn<(event: NostrEvent) => void>();
  const logic = defineWatchOwnEvents({
    requests: { relays: (use) => uses[use]!, watch },
    follow: areasOf({ 'relay-directory': directory as never }).follow,
    onProfile,
    now: () => NOW * 1000,
  });
  const actor = createActor(logic, { input: { pubkey: ANNA } }).start();
  return { uses, open, actor, onProfile, changed: () => listeners.forEach((listener) => listener()) };
};

describe('what the user publishes on other devices', () => {
  it('is heard by one subscription, of any length, on every relay where it may be published', () => {
    const { open } = setUp();
    expect(open.map(({ request }) => request)).toEqual([
      {
        filters: [{ kinds: [0, 3, 10_000, 10_002], authors: [ANNA], since: NOW - CLOCK_SLACK_S }],
        relays: [INDEX, ONE, TWO],
        own: true,
        onEvent: expect.any(Function),
      },
    ]);
  });

  it('is asked for anew when the relays change, and only then; nothing stays open at the end', () => {
    const { uses, open, changed, actor } = setUp();
    changed();
    expect(open).toHaveLength(1);
    uses['write'] = [ONE, 'wss://new.example'];
    changed();
    expect(open.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(open[1]!.request.relays).toContain('wss://new.example');
    actor.stop();
    expect(open.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    uses['write'] = [];
    changed();
    expect(open).toHaveLength(2);
  });

  it('shows a profile, which no list keeps, and none of anybody else', () => {
    const { open, onProfile } = setUp();
    const mine = fakeEvent({ pubkey: ANNA, kind: 0 });
    const { onEvent } = open[0]!.request;
    onEvent!(mine, ONE);
    onEvent!(fakeEvent({ pubkey: BERT, kind: 0 }), ONE);
    onEvent!(fakeEvent({ pubkey: ANNA, kind: 3 }), ONE);
    expect(onProfile.mock.calls).toEqual([[mine]]);
  });
});
