import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { createPeopleFinder, defineAskForPeople } from '#actors/search/find-people.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import { metadataKey } from '#domain/cache/query-keys.ts';
import { peopleSearchMachine } from '#machines/search/people-search.machine.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests } from '#tests/support/fake-requests.ts';

const profile = (number: number, fields: Record<string, string>, created_at = 1_000): NostrEvent =>
  fakeEvent({
    id: hex(9_000 + number + created_at),
    kind: 0,
    pubkey: hex(number),
    created_at,
    content: JSON.stringify(fields),
  });

const setUp = (...events: NostrEvent[]) => {
  const network = fakeRequests(() => ({ events }));
  const names = createDisplayNames(() => 5_000_000);
  const queryClient = new QueryClient();
  const finder = createPeopleFinder({ queryClient, names });
  const machine = peopleSearchMachine.provide({
    actors: { 'ask relays': defineAskForPeople(network) },
    delays: { debounce: 0 },
  });
  const search = async (query: string, isLeft = false) => {
    const actor = createActor(machine).start();
    actor.send({ type: 'name.type', query });
    if (isLeft) await waitFor(actor, (snapshot) => snapshot.hasTag('searching'));
    if (isLeft) actor.send({ type: 'name.leave', query });
    await waitFor(actor, (snapshot) => snapshot.hasTag('over') || snapshot.matches('resting'));
    return actor.getSnapshot().context.people.map(({ pubkey, nip05 }) => [pubkey, nip05]);
  };
  return { ...network, names, queryClient, finder, search };
};

describe('people by name', () => {
  it('are asked for by NIP-50, at the read relays, the profile relay and the indexers', async () => {
    const { search, asked } = setUp(
      profile(1, { name: 'ines', nip05: 'ines@birch.example' }),
      profile(2, { name: 'Bo' }),
    );
    expect(await search('ine')).toEqual([[hex(1), 'ines@birch.example']]);
    expect(asked[0]).toMatchObject({
      filters: [{ kinds: [0], search: 'ine', limit: 10 }],
      relays: ['wss://one.example', 'wss://two.example', 'wss://profile.example', 'wss://index.example'],
    });
  });

  it('are told by their newest profile, and no more of them than were asked for twice', async () => {
    const many = Array.from({ length: 60 }, (_, number) => profile(number, { name: `ines ${number}` }));
    const { search } = setUp(...many, profile(0, { name: 'ines', nip05: 'new@x.example' }, 2_000));
    const found = await search('ines');
    expect(found).toHaveLength(20);
    expect(found[0]).toEqual([hex(0), 'new@x.example']);
  });

  it('are not told once nobody asks any more', async () => {
    const { search } = setUp(profile(1, { name: 'ines' }));
    expect(await search('ines', true)).toEqual([]);
  });

  it('are never asked for by a secret key', async () => {
    const { search, asked } = setUp();
    await search(`nsec1${'q'.repeat(58)}`);
    expect(asked).toEqual([]);
  });

  it('are known here by the names that were read and the profiles that are loaded, each once', () => {
    const { finder, names, queryClient } = setUp();
    names.put(hex(1), parseMetadata(profile(1, { name: 'old' }))!);
    names.put(hex(2), parseMetadata(profile(2, { name: 'bo' }))!);
    queryClient.setQueryData(
      metadataKey(hex(1)),
      parseMetadata(profile(1, { name: 'ines', nip05: '_@birch.example' })),
    );
    expect(finder.known().map(({ pubkey, name, nip05 }) => [pubkey, name, nip05])).toEqual([
      [hex(1), 'ines', '_@birch.example'],
      [hex(2), 'bo', undefined],
    ]);
  });
});
