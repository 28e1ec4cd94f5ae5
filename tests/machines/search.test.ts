import { naddrEncode, neventEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { SEARCH_NOTES_LIMIT } from '#domain/search/search-limits.ts';
import {
  searchMachine,
  type SearchReport,
  type SearchTarget,
  type SearchWish,
} from '#machines/search/search.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const PUBKEY = 'a'.repeat(64);
const ID = 'e'.repeat(64);
const NPUB = npubEncode(PUBKEY);
const NSEC = nsecEncode(new Uint8Array(32).fill(7));
const PERSON: SearchTarget = { type: 'profile', pubkey: PUBKEY, relays: [] };
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string) => ({ type: `xstate.error.actor.${id}`, error: new Error('no') });

const setUp = ({
  report = { found: 1, outcome: 'answered' },
  target,
}: { report?: SearchReport; target?: SearchTarget } = {}) => {
  const calls: string[] = [];
  const actor = createActor(
    searchMachine.provide({
      actors: {
        resolve: fromPromise<SearchTarget | undefined, { text: string }>(({ input }) => {
          calls.push(`resolve ${input.text}`);
          return Promise.resolve(target);
        }),
        search: fromPromise<SearchReport, SearchWish>(({ input: { text, limit } }) => {
          calls.push(limit === SEARCH_NOTES_LIMIT ? `search ${text}` : `search ${text}, ${limit}`);
          return Promise.resolve(report);
        }),
      },
    }),
  ).start();
  const type = (text: string) => actor.send({ type: 'search.type', text });
  const submit = (text: string) => actor.send({ type: 'search.submit', text });
  const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return { actor, calls, type, submit, wait, tags: () => [...actor.getSnapshot().tags] };
};

describe('search machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    const texts = ['', 'words', NPUB, NPUB.slice(0, -1), 'bob@example.com', NSEC];
    expectFullCoverage(searchMachine, {
      events: [
        ...texts.flatMap((text) => [
          { type: 'search.type', text },
          { type: 'search.submit', text },
        ]),
        { type: 'search.clear' },
        { type: 'search.older' },
        { type: 'xstate.after.debounce.search.typing' },
        done('resolve', PERSON),
        done('resolve', undefined),
        failed('resolve'),
        done('search', { found: 1, outcome: 'answered' }),
        done('search', { found: 1, outcome: 'answered', hasOlder: true }),
        done('search', { found: 1, outcome: 'unanswered' }),
        done('search', { found: 0, outcome: 'answered' }),
        done('search', { found: 0, outcome: 'unanswered' }),
        done('search', { found: 0, outcome: 'no relays' }),
        failed('search'),
      ],
      identity: ({ text, target }) => [text, target?.type],
      check: ({ context, ...snapshot }) => {
        expect(context.text).not.toContain('nsec');
        expect(snapshot.value === 'opened').toBe(context.target !== undefined);
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(searchMachine).start();
    actor.send({ type: 'search.submit', text: 'bob@example.com' });
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().value).toBe('failed');
  });

  it('[ROUTE-13] searches 300 ms after the last key', async () => {
    const { type, wait, calls, tags } = setUp();
    type('nost');
    await wait(299);
    type('nostr');
    await wait(299);
    expect(calls).toEqual([]);
    await wait(1);
    expect([calls, tags()]).toEqual([['search nostr'], ['results']]);
  });

  it('[ROUTE-13] searches at once on Enter', async () => {
    const { submit, type, wait, calls } = setUp();
    type('nostr');
    submit('nostr');
    await wait(1_000);
    expect(calls).toEqual(['search nostr']);
  });

  it('asks for more of the newest as one reads on, until there are enough', async () => {
    const { actor, submit, wait, calls, tags } = setUp({ report: { found: 1, outcome: 'answered', hasOlder: true } });
    submit('#nostr');
    await wait();
    expect(tags()).toEqual(['results', 'older']);
    for (let turn = 0; turn < 4; turn += 1) {
      actor.send({ type: 'search.older' });
      expect(tags()).toEqual(['searching']);
      await wait();
    }
    expect(calls).toEqual(
      ['#nostr', '#nostr, 80', '#nostr, 140', '#nostr, 200', '#nostr, 200'].map((of) => `search ${of}`),
    );
    submit('words');
    await wait();
    expect(calls.at(-1)).toBe('search words');
  });

  it('says where no relay could search', async () => {
    for (const outcome of ['unanswered', 'no relays'] as const) {
      const { submit, wait, tags } = setUp({ report: { found: 1, outcome } });
      submit('fog');
      await wait();
      expect(tags()).toEqual(['results', 'unsearched']);
    }
  });

  it('[ROUTE-13] opens what an identifier names', async () => {
    const { actor, submit, tags, calls } = setUp();
    submit(NPUB);
    expect([tags(), actor.getSnapshot().context.target]).toEqual([['opened'], PERSON]);
    submit(neventEncode({ id: ID, relays: ['wss://hint.example'] }));
    expect(actor.getSnapshot().context.target).toEqual({ type: 'note', id: ID, relays: ['wss://hint.example'] });
    expect(calls).toEqual([]);
  });

  it('[ROUTE-13] asks nobody for an identifier that does not decode', async () => {
    const { submit, type, wait, tags, calls } = setUp();
    submit(NPUB.slice(0, -1));
    expect(tags()).toEqual(['broken']);
    type(NPUB);
    await wait(300);
    expect([tags(), calls]).toEqual([['opened'], []]);
  });

  it('[ROUTE-13] asks nobody for what no screen shows', () => {
    const { submit, tags, calls } = setUp();
    submit(naddrEncode({ identifier: 'x', pubkey: PUBKEY, kind: 30_023 }));
    expect([tags(), calls]).toEqual([['broken'], []]);
  });

  it('[ROUTE-13] looks up NIP-05 names and hex, and searches for what leads nowhere', async () => {
    const known = setUp({ target: PERSON });
    known.submit('bob@example.com');
    await known.wait();
    expect([known.tags(), known.calls]).toEqual([['opened'], ['resolve bob@example.com']]);

    const unknown = setUp();
    unknown.submit(ID);
    await unknown.wait();
    expect([unknown.tags(), unknown.calls]).toEqual([['results'], [`resolve ${ID}`, `search ${ID}`]]);
  });

  it('keeps no secret key', () => {
    const { actor, type, tags } = setUp();
    type('words');
    type(NSEC);
    expect([tags(), actor.getSnapshot().context.text]).toEqual([['secret'], '']);
  });

  it('tells that nothing was found from relays that did not answer', async () => {
    const none = setUp({ report: { found: 0, outcome: 'answered' } });
    none.submit('words');
    await none.wait();
    expect(none.tags()).toEqual(['none']);

    const lost = setUp({ report: { found: 0, outcome: 'unanswered' } });
    lost.submit('words');
    await lost.wait();
    expect(lost.tags()).toEqual(['failed']);
    lost.submit('words');
    expect(lost.tags()).toEqual(['searching']);
  });

  it('[FEED-14] tells that there is no relay to ask', async () => {
    const { submit, wait, tags } = setUp({ report: { found: 0, outcome: 'no relays' } });
    submit('words');
    await wait();
    expect(tags()).toEqual(['no relays']);
  });
});
