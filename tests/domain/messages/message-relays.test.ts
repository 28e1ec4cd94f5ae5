import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextMessageRelays } from '#domain/messages/message-relays.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { hex } from '#tests/support/fake-events.ts';

const NOW = 1_700_000_000;
const OURS = ['wss://a.example', 'wss://b.example', 'wss://c.example', 'wss://d.example'];
const list = (tags: NostrEvent['tags'], created_at = NOW - 5): NostrEvent => ({
  id: hex(1),
  pubkey: hex(2),
  created_at,
  kind: 10_050,
  tags,
  content: 'kept',
  sig: '',
});
const relays = (...urls: readonly string[]) => urls.map((url) => ['relay', url]);

describe('the list of relays for private messages', () => {
  it('is made of ours where there is none, and no longer than it should be', () => {
    expect(nextMessageRelays(undefined, OURS, [], NOW)).toEqual({
      template: { kind: 10_050, created_at: NOW, tags: relays(...OURS.slice(0, 3)), content: '' },
      named: OURS.slice(0, 3),
    });
  });

  it('keeps what another app wrote as and where it is, and is filled up behind it', () => {
    const tags = [
      ['alt', 'x'],
      ['relay', 'wss://other.example/', 'more'],
      ['relay', 'nonsense'],
    ];
    const { template, named } = nextMessageRelays(list(tags), OURS, [], NOW);
    expect(template).toMatchObject({ content: 'kept', tags: [...tags, ...relays(...OURS.slice(0, 2))] });
    expect(named).toEqual(OURS.slice(0, 2));
    const full = list(relays('wss://x.example', 'wss://y.example', 'wss://z.example'));
    expect(nextMessageRelays(full, OURS, [], NOW)).toEqual({ template: undefined, named: [] });
  });

  it('takes back only what was named here', () => {
    const before = list([...relays('wss://other.example'), ...relays(...OURS.slice(0, 2)), ['alt', 'x']], NOW + 9);
    expect(nextMessageRelays(before, [], [OURS[1]!], NOW)).toEqual({
      template: {
        kind: 10_050,
        created_at: NOW + 10,
        tags: [...relays('wss://other.example', OURS[0]!), ['alt', 'x']],
        content: 'kept',
      },
      named: [],
    });
    expect(nextMessageRelays(undefined, [], OURS, NOW).template).toBeUndefined();
    expect(nextMessageRelays(list([['alt', 'x']]), [], OURS, NOW).template).toBeUndefined();
  });

  it('says nothing new twice, and follows the relays that are read', () => {
    const said = nextMessageRelays(list(relays('wss://other.example')), OURS, [], NOW);
    const after = list(said.template!.tags);
    expect(nextMessageRelays(after, OURS, said.named, NOW)).toEqual({ template: undefined, named: said.named });
    // another order is no news
    expect(nextMessageRelays(after, OURS.toReversed(), said.named, NOW).template).toBeUndefined();
    expect(nextMessageRelays(after, OURS.slice(1), said.named, NOW).template?.tags).toEqual(
      relays('wss://other.example', 'wss://b.example', 'wss://c.example'),
    );
  });

  it('loses nothing of others, whatever is there', () => {
    const url = fc.constantFrom(...OURS, 'wss://x.example', 'wss://y.example', 'nonsense', '');
    const tag = fc.oneof(fc.tuple(fc.constant('relay'), url), fc.array(fc.string(), { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(tag), fc.subarray(OURS), fc.subarray(OURS), (tags, ours, named) => {
        const { template } = nextMessageRelays(list(tags), ours, named, NOW);
        const isOurs = ([name, text = '']: readonly string[]) => name === 'relay' && named.includes(text);
        const next = template?.tags ?? tags;
        const kept = next.filter((one) => !isOurs(one));
        expect(kept.slice(0, tags.filter((one) => !isOurs(one)).length)).toEqual(tags.filter((one) => !isOurs(one)));
      }),
    );
  });
});
