import { finalizeEvent } from 'nostr-tools/pure';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type ActorRefFrom } from 'xstate';
import { Failure } from '#domain/problem.ts';
import { createComposing } from '#actors/publish/composing.ts';
import type { Account } from '#domain/session/account.ts';
import type { Subject } from '#domain/publish/composing.ts';
import { EMPTY_DRAFT, VISITOR } from '#domain/publish/draft.ts';
import { composerMachine } from '#machines/publish/composer.machine.ts';
import { composersMachine } from '#machines/publish/composers.machine.ts';
import { loginGateMachine } from '#machines/session/login-gate.machine.ts';
import { areasOf } from '#tests/support/areas.ts';
import { openLife } from '#tests/support/crash-points.ts';
import {
  AUTHOR,
  bookOf,
  createPostsWorld,
  openPostsTab,
  PLACE,
  RELAYS,
  writeNote,
  type PostsWorld,
} from '#tests/support/posts-world.ts';

type Tab = ReturnType<typeof openPostsTab>;

const NOBODY: Account = { pubkey: undefined, method: 'none', persisted: false };
const HER: Account = { pubkey: AUTHOR, method: 'nsec', persisted: false };

const note = finalizeEvent({ kind: 1, content: 'A note', created_at: 1, tags: [] }, new Uint8Array(32).fill(3));

/** The composers of a tab, with relays to write to. */
const composersOf = (
  tab: Tab,
  change: {
    account?: Account;
    writing?: Partial<Tab['writing']>;
    relays?: readonly string[];
    permission?: 'read';
  } = {},
) => {
  let account = change.account ?? HER;
  const listeners = new Set<() => void>();
  const entries = (change.relays ?? RELAYS).map((url) => ({ url, permission: change.permission ?? 'readwrite' }));
  const directory = { getSnapshot: () => ({ context: { entries } }), subscribe: () => ({ unsubscribe: () => {} }) };
  const gate = createActor(loginGateMachine.provide({ actors: { 'follow account': fromCallback(() => {}) } })).start();
  const areas = areasOf({ 'publish-desk': tab.desk, 'relay-directory': directory as never, 'login-gate': gate });
  const { composing, ...slots } = createComposing({
    ...areas,
    writing: { ...tab.writing, ...change.writing },
    account: {
      get: () => account,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const machine = composersMachine.provide({ actors: { composer: composerMachine.provide(slots) } });
  const composers = createActor(machine).start();
  return {
    composing,
    composers,
    gate,
    logIn(who: Account) {
      account = who;
      for (const listener of listeners) listener();
    },
    open(subject: Subject = { what: 'note' }, place: string | undefined = 'note') {
      const composer = 'c1';
      composing.begin(composer, subject, place);
      composers.send({ type: 'composer.open', composer, takesShared: subject.what === 'note' });
      const ref = composers.getSnapshot().children[composer] as ActorRefFrom<typeof composerMachine>;
      const post = (bits?: number) => {
        ref.send({ type: 'composer.post', bits });
        composers.send({ type: 'composer.make', composer });
      };
      const write = (text: string) => composing.edit(composer, { text, relays: RELAYS });
      const tags = () => [...ref.getSnapshot().tags];
      return { ref, post, write, tags, problem: () => ref.getSnapshot().context.problem };
    },
  };
};

const inTab = async (world: PostsWorld, act: (tab: Tab) => Promise<void> | void) => {
  const life = openLife();
  const tab = openPostsTab(world, life);
  await tab.rest();
  await act(tab);
  life.end();
};

describe('composing', () => {
  it('makes a post of what is written, and is safe once the signed event is kept', async () => {
    const world = createPostsWorld();
    await inTab(world, async (tab) => {
      const { post, write, tags } = composersOf(tab).open();
      write('a note');
      expect(tab.drafts.get(PLACE)?.text).toBe('a note');
      post(0);
      expect(tags()).toEqual(['signing']);
      await vi.waitFor(() => expect(tags()).toEqual(['safe']));
      await tab.rest();
      expect(tab.drafts.get(PLACE)).toBeUndefined();
    });
    expect(bookOf(world, 'a note')).toEqual({ events: 1, relays: 2 });
  });

  it('[PUB-04] names what is in the way: nothing written, no words beside a quote, no relay, a secret key', () =>
    inTab(createPostsWorld(), (tab) => {
      const all = composersOf(tab);
      const { post, write, problem } = all.open();
      post();
      expect(problem()).toEqual({ obstacle: 'empty' });
      write('\u200b');
      post();
      expect(problem()).toEqual({ obstacle: 'empty' });
      write(`nsec1${'q'.repeat(58)}`);
      expect(problem()).toBeUndefined();
      post();
      expect(problem()).toEqual({ obstacle: 'nsec' });
      write('a note');
      all.composing.edit('c1', { relays: [] });
      post();
      expect(problem()).toEqual({ obstacle: 'none chosen' });
      all.composers.send({ type: 'composer.close', composer: 'c1' });
      const quote = all.open({ what: 'quote', note }, `quote ${note.id}`);
      for (const blank of ['', '\u200b']) {
        quote.write(blank);
        quote.post();
        expect(quote.problem()).toEqual({ obstacle: 'empty quote' });
      }
      expect(JSON.stringify(all.composers.getPersistedSnapshot())).not.toContain('a note');
    }));

  it('does not mind a secret key in the description of a picture that was taken out', async () => {
    const world = createPostsWorld();
    await inTab(world, async (tab) => {
      const all = composersOf(tab);
      const { post, write, problem, tags } = all.open();
      const url = 'https://a.example/cat.jpg';
      write(url);
      all.composing.edit('c1', { alts: [{ url, alt: `nsec1${'q'.repeat(58)}` }] });
      post();
      expect(problem()).toEqual({ obstacle: 'nsec' });
      write('a note');
      post(0);
      await vi.waitFor(() => expect(tags()).toEqual(['safe']));
      await tab.rest();
    });
    expect(bookOf(world, 'a note').events).toBe(1);
  });

  it('does not post what is longer than any reader here takes, as it is written out', () =>
    inTab(createPostsWorld(), (tab) => {
      const all = composersOf(tab);
      const { post, write, problem } = all.open();
      write('a'.repeat(65_537));
      post();
      expect(problem()).toEqual({ obstacle: 'too long' });
      const longest = `${'a'.repeat(65_536 - 67)} @Ines `;
      write(longest);
      all.composing.edit('c1', { mentions: [{ name: 'Ines', pubkey: AUTHOR }] });
      post();
      expect(problem()).toEqual({ obstacle: 'too long' });
      write(longest.slice(3));
      expect(all.composing.template('c1').content).toHaveLength(65_536);
      post();
      expect(problem()).toBeUndefined();
      all.composers.send({ type: 'composer.close', composer: 'c1' });
      // the code of the note comes at its end
      const quote = all.open({ what: 'quote', note }, `quote ${note.id}`);
      quote.write('a'.repeat(65_500));
      quote.post();
      expect(quote.problem()).toEqual({ obstacle: 'too long' });
    }));

  it('knows how large the pictures of a text are once they were seen, for as long as it is open', () =>
    inTab(createPostsWorld(), (tab) => {
      const { composing, open, ...all } = composersOf(tab);
      const url = 'https://a.example/tree.jpg';
      open().write(`Look ${url}`);
      composing.measured('c1', url, 0, 0);
      expect(composing.template('c1').tags).toEqual([]);
      composing.measured('c1', url, 800, 600);
      expect(composing.template('c1').tags).toEqual([['imeta', `url ${url}`, 'dim 800x600']]);
      all.composers.send({ type: 'composer.close', composer: 'c1' });
      composing.measured('c1', url, 800, 600);
    }));

  it('does not post a text that another tab has posted, until it is written on', () =>
    inTab(createPostsWorld(), (tab) => {
      const { post, write, problem, tags } = composersOf(tab).open();
      write('a note');
      tab.drafts.forget(PLACE);
      post();
      expect([tags(), problem()]).toEqual([[], { obstacle: 'gone elsewhere' }]);
      write('a note, once more');
      expect(problem()).toBeUndefined();
      post();
      expect(tags()).toEqual(['signing']);
    }));

  it.each(['note', 'reply', 'quote'] as const)('[PUB-10] says of a %s that no relays are configured', (what) =>
    inTab(createPostsWorld(), (tab) => {
      const { post, write, problem } = composersOf(tab, { relays: [] }).open(
        what === 'note' ? { what } : { what, note },
        'place',
      );
      write('a note');
      post();
      expect(problem()).toEqual({ obstacle: 'no-relays' });
    }),
  );

  it('says where none of the relays takes posts', () =>
    inTab(createPostsWorld(), (tab) => {
      const { post, write, problem } = composersOf(tab, { permission: 'read' }).open();
      write('a note');
      post();
      expect(problem()).toEqual({ obstacle: 'no-write-relays' });
    }));

  it('posts only to those of the chosen relays that are in the set still', async () => {
    const world = createPostsWorld();
    await inTab(world, async (tab) => {
      const all = composersOf(tab);
      const { post, write, problem, tags } = all.open();
      write('a note');
      all.composing.edit('c1', { relays: ['wss://gone.example'] });
      post(0);
      expect(problem()).toEqual({ obstacle: 'none chosen' });
      all.composing.edit('c1', { relays: ['wss://gone.example', RELAYS[1]] });
      post(0);
      await vi.waitFor(() => expect(tags()).toEqual(['safe']));
      await tab.rest();
    });
    expect(bookOf(world, 'a note')).toEqual({ events: 1, relays: 1 });
  });

  it('keeps a text in hand through the login; another account has drafts of its own', () =>
    inTab(createPostsWorld(), (tab) => {
      const all = composersOf(tab, { account: NOBODY });
      all.open().write('before the login');
      all.logIn(HER);
      expect(all.composing.draft('c1').text).toBe('before the login');
      expect(tab.drafts.get({ owner: VISITOR, place: 'note' })?.text).toBe('before the login');
      const other = 'ab'.repeat(32);
      tab.drafts.put({ owner: other, place: 'note' }, { ...EMPTY_DRAFT, text: 'by another' });
      all.logIn({ ...HER, pubkey: other });
      expect(all.composing.draft('c1').text).toBe('by another');
    }));

  it('posts what was shown at the press as the account that was chosen meanwhile; its own draft comes back afterwards', async () => {
    const world = createPostsWorld();
    await inTab(world, async (tab) => {
      const other = { owner: 'ab'.repeat(32), place: 'note' };
      tab.drafts.put(PLACE, { ...EMPTY_DRAFT, text: 'old and unseen' });
      const all = composersOf(tab, { account: { ...HER, pubkey: other.owner } });
      const { ref, write, tags } = all.open();
      write('shown at the press');
      ref.send({ type: 'composer.post', bits: 0 });
      all.logIn(HER);
      expect([tags(), all.composing.draft('c1').text]).toEqual([['asking'], 'shown at the press']);
      all.composers.send({ type: 'composer.make', composer: 'c1' });
      await vi.waitFor(() => expect(tags()).toEqual(['safe']));
      await tab.rest();
      expect([other, PLACE].map((place) => tab.drafts.get(place)?.text)).toEqual([undefined, 'old and unseen']);
      all.composers.send({ type: 'composer.close', composer: 'c1' });
      all.open();
      expect(all.composing.draft('c1').text).toBe('old and unseen');
    });
    expect([bookOf(world, 'shown at the press').events, bookOf(world, 'old and unseen').events]).toEqual([1, 0]);
  });

  it('has the text again of a post that was stopped before a relay took it, after a reload, too', async () => {
    const world = createPostsWorld();
    const life = openLife();
    const first = openPostsTab(world, life, { isRefused: () => true });
    await first.rest();
    writeNote(first, 'a note');
    await first.rest();
    expect([first.tags(), first.drafts.get(PLACE)]).toEqual([['failed'], undefined]);
    life.end();
    const later = openPostsTab(world, openLife(), { isRefused: () => true });
    await later.rest();
    const all = composersOf(later);
    all.open();
    expect([later.tags(), all.composing.draft('c1').text]).toEqual([['failed'], '']);
    const [job] = later.desk.getSnapshot().context.jobs;
    (later.desk.getSnapshot().children[job!] as { send: (event: object) => void }).send({ type: 'publish.cancel' });
    await later.rest();
    expect([later.tags(), later.drafts.get(PLACE)?.text]).toEqual([[], 'a note']);
    expect(all.composing.draft('c1').text).toBe('a note');
  });

  it('goes back to the text when the gate is left without a login', () =>
    inTab(createPostsWorld(), (tab) => {
      const all = composersOf(tab, { account: NOBODY });
      const { ref, write, tags } = all.open();
      write('a note');
      ref.send({ type: 'composer.post', bits: 0 });
      expect(tags()).toEqual(['asking']);
      const action = { area: 'composers', event: { type: 'composer.make' }, need: 'sign', title: 'Post' } as const;
      all.gate.send({ type: 'gate.require', action });
      expect([tags(), all.gate.getSnapshot().hasTag('asking login')]).toEqual([['asking'], true]);
      all.gate.send({ type: 'gate.cancel' });
      expect(tags()).toEqual([]);
    }));

  it('does not begin a post that was stopped while relays were asked', async () => {
    const world = createPostsWorld();
    await inTab(world, async (tab) => {
      let change = (_: { what: 'profile'; template: object }) => {};
      const profile = { change: () => new Promise((resolve) => (change = resolve)) } as never;
      const post = vi.fn(() => 'j1');
      const all = composersOf(tab, { writing: { profile, post } });
      const composer = all.open({ what: 'profile' }, 'profile');
      composer.post();
      expect(composer.problem()).toEqual({ code: 'post-failed' });
      all.composing.wish('c1', { fields: { name: 'Ana' } });
      composer.post();
      expect(composer.tags()).toEqual(['signing']);
      composer.ref.send({ type: 'composer.stop' });
      change({ what: 'profile', template: {} });
      await tab.rest();
      expect([post.mock.calls, composer.tags()]).toEqual([[], []]);
    });
  });

  it('says why it was not posted, and has the text still', async () => {
    await inTab(createPostsWorld(), (tab) => {
      const post = () => {
        throw new Failure({ code: 'not-ready' });
      };
      const all = composersOf(tab, { writing: { post } });
      const composer = all.open();
      composer.write('a note');
      composer.post(0);
      expect(composer.problem()).toEqual({ code: 'not-ready' });
      expect(all.composing.draft('c1').text).toBe('a note');
    });
  });

  describe('of a post that another tab works on', () => {
    /** A tab that waits for its signer, and another one. What they mine twice is two events. */
    const twoTabs = () => {
      const world = createPostsWorld();
      const [life, other] = [openLife(), openLife()];
      const { promise, resolve: sign } = Promise.withResolvers<void>();
      const first = openPostsTab(world, life, { asked: () => promise });
      const second = openPostsTab(world, other);
      const both = [first, second] as const;
      const turns = async () => {
        for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      };
      return { world, first, second, life, sign, turns, rest: () => Promise.all(both.map((tab) => tab.rest())) };
    };

    const press = (tab: Tab, text?: string) => {
      const all = composersOf(tab);
      const composer = all.open();
      if (text !== undefined) {
        composer.write(text);
        composer.post(2);
      }
      return { ...composer, all, text: () => all.composing.draft('c1').text };
    };

    /** The composer of both is open, with the draft of the first. */
    const bothOpen = async () => {
      const tabs = twoTabs();
      await tabs.turns();
      const here = press(tabs.first);
      here.write('a note');
      await tabs.turns();
      return { ...tabs, here, there: press(tabs.second) };
    };

    it('says so, and gives no text back that would go out twice', async () => {
      const { world, first, second, sign, turns, rest } = twoTabs();
      press(first, 'a note');
      await turns();
      const there = press(second);
      await turns();
      expect([there.tags(), there.text()]).toEqual([['elsewhere'], 'a note']);
      there.ref.send({ type: 'composer.stop' });
      there.post(2);
      await turns();
      expect(there.tags()).toEqual(['elsewhere']);
      sign();
      await rest();
      expect(there.tags()).toEqual(['safe']);
      expect(bookOf(world, 'a note')).toEqual({ events: 1, relays: 2 });
    });

    it('is told of it also where it was open before', async () => {
      const { world, here, there, sign, turns, rest } = await bothOpen();
      expect([there.tags(), there.text()]).toEqual([[], 'a note']);
      here.post(2);
      await turns();
      expect(there.tags()).toEqual(['elsewhere']);
      there.post(2);
      await turns();
      sign();
      await rest();
      expect([here.tags(), there.tags()]).toEqual([['safe'], ['safe']]);
      expect(bookOf(world, 'a note')).toEqual({ events: 1, relays: 2 });
    });

    it('joins it where the press for the login came before', async () => {
      const { world, here, there, sign, turns, rest } = await bothOpen();
      there.ref.send({ type: 'composer.post', bits: 2 });
      here.post(2);
      await turns();
      expect(there.tags()).toEqual(['asking']);
      there.all.composers.send({ type: 'composer.make', composer: 'c1' });
      expect(there.tags()).toEqual(['elsewhere']);
      sign();
      await rest();
      expect(bookOf(world, 'a note')).toEqual({ events: 1, relays: 2 });
    });

    it('has the text again once the other tab stopped it, or goes on with it once that is gone', async () => {
      for (const end of ['stopped', 'gone'] as const) {
        const { world, first, second, life, sign, turns, rest } = twoTabs();
        const here = press(first, 'a note');
        await turns();
        const there = press(second);
        await turns();
        if (end === 'gone') life.end();
        else here.ref.send({ type: 'composer.stop' });
        await turns();
        expect([there.tags(), there.text()]).toEqual([end === 'gone' ? ['safe'] : [], 'a note']);
        if (end === 'stopped') there.post(2);
        sign();
        await rest();
        expect(there.tags()).toEqual(['safe']);
        expect(bookOf(world, 'a note')).toEqual({ events: 1, relays: 2 });
      }
    });

    it('is free for the next text once the other tab has signed it, though no relay took it so far', async () => {
      const world = createPostsWorld();
      const first = openPostsTab(world, openLife(), { isRefused: () => true });
      await first.rest();
      writeNote(first, 'a note');
      await first.rest();
      const second = openPostsTab(world, openLife());
      const there = press(second);
      await second.rest();
      expect([first.tags(), second.tags(), there.tags(), there.text()]).toEqual([['failed'], ['elsewhere'], [], '']);
    });
  });

  describe('of a post that an earlier visit left', () => {
    const left = async () => {
      const world = createPostsWorld();
      const life = openLife();
      const tab = openPostsTab(world, life, {
        journal: (jobs) => ({
          ...jobs,
          keep: async (job) => {
            await jobs.keep(job);
            life.end();
          },
        }),
      });
      writeNote(tab, 'a note');
      await life.ended;
      return world;
    };

    it('takes it up, also when the journal is read after the composer opened', async () => {
      const world = await left();
      const life = openLife();
      const tab = openPostsTab(world, life);
      const composer = composersOf(tab).open();
      expect([composer.tags(), tab.desk.getSnapshot().hasTag('busy')]).toEqual([[], true]);
      await vi.waitFor(() => expect(composer.tags()).toEqual(['safe']));
      await tab.rest();
      expect(bookOf(world, 'a note').events).toBe(1);
      life.end();
    });

    it('takes the text back when nobody can sign', async () => {
      const world = await left();
      const life = openLife();
      const tab = openPostsTab(world, life, { isLocked: true });
      const all = composersOf(tab);
      const composer = all.open();
      const seen = new Set<string>();
      composer.ref.subscribe(() => composer.tags().forEach((tag) => seen.add(tag)));
      await tab.rest();
      expect([...seen]).toEqual(['signing', 'elsewhere']);
      expect([composer.tags(), all.composing.draft('c1').text]).toEqual([[], 'a note']);
      expect(tab.desk.getSnapshot().context.jobs).toEqual([]);
      life.end();
    });
  });

  it('begins a note with what another app shares, and offers it beside one that was begun', () =>
    inTab(createPostsWorld(), (tab) => {
      const all = composersOf(tab);
      const { shared } = tab.writing;
      shared.offer('from elsewhere');
      const composer = all.open();
      expect([all.composing.draft('c1').text, shared.get()]).toEqual(['from elsewhere', undefined]);
      shared.offer('more');
      expect([composer.tags(), all.composing.draft('c1').text]).toEqual([['shared'], 'from elsewhere']);
      composer.ref.send({ type: 'shared.take' });
      expect([composer.tags(), all.composing.draft('c1').text]).toEqual([[], 'from elsewhere\n\nmore']);
      shared.offer('enough');
      composer.ref.send({ type: 'shared.leave' });
      expect([composer.tags(), shared.get()]).toEqual([[], undefined]);
      shared.offer(`nsec1${'q'.repeat(58)}`);
      expect([composer.ref.getSnapshot().context.secret, shared.get()]).toEqual(['nsec', undefined]);
    }));
});
