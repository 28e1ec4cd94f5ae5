import { describe, expect, it, vi } from 'vitest';
import type { PublishJobs } from '#store/publish/publish-jobs.ts';
import { openLife, partOfCommit, tryCrashPoints, type CrashCase, type Life } from '#tests/support/crash-points.ts';
import {
  bookOf,
  createPostsWorld,
  openPostsTab,
  PLACE,
  repost,
  writeNote,
  type PostsWorld,
} from '#tests/support/posts-world.ts';

const NOTE = 'a note';
const REPOST = 'a repost';
const OTHER = 'another note';

/** A storage that keeps nothing. */
const noJournal = (jobs: PublishJobs): PublishJobs => {
  const refuse = () => Promise.reject(new Error('nothing is kept here'));
  return { ...jobs, list: refuse, get: refuse, keep: refuse, forget: refuse };
};

const postsCase = (journal?: (jobs: PublishJobs) => PublishJobs): CrashCase<PostsWorld> => {
  const open = (life: Life, world: PostsWorld) => openPostsTab(world, life, journal && { journal });
  return {
    world: createPostsWorld,
    async scenario(life, world) {
      const tab = open(life, world);
      writeNote(tab, NOTE);
      repost(tab, REPOST);
      await tab.rest();
    },
    async recovery(life, world) {
      const tab = open(life, world);
      await tab.rest();
      if (life.isOver()) return;
      // who finds the text in the composer, and no word of a post, posts it
      if (tab.drafts.get(PLACE) && tab.writing.jobOf(PLACE) === undefined) writeNote(tab, NOTE);
      await tab.rest();
    },
    invariant(world) {
      for (const text of [NOTE, REPOST]) {
        const { events, relays } = bookOf(world, text);
        if (events > 1) throw new Error(`${text} is doubled`);
        if (relays === 0 && world.begun.has(text)) throw new Error(`${text} is lost`);
      }
    },
  };
};

// a fault that the app tells in the console is one of the test
vi.mock('#actors/shell/log.ts', () => ({ logFailure: () => {} }));
// the worlds have the same events, and to check signatures would take most of the time
vi.mock('nostr-tools/pure', async (original) => {
  const real = await original<typeof import('nostr-tools/pure')>();
  const known = new Map<string, boolean>();
  const verifyEvent = ((event) => {
    const key = JSON.stringify(event);
    const answer = known.get(key) ?? real.verifyEvent(event);
    known.set(key, answer);
    return answer;
  }) as typeof real.verifyEvent;
  return { ...real, verifyEvent };
});

/** The same with another tab that was open all the time and goes on. */
const twoTabsCase = (): CrashCase<PostsWorld & { other?: ReturnType<typeof openPostsTab> }> => {
  const alone = postsCase();
  return {
    ...alone,
    async scenario(life, world) {
      const other = openPostsTab(world, openLife());
      world.other = other;
      await other.rest();
      await alone.scenario(life, world);
    },
    async recovery(life, world) {
      await world.other?.rest();
      await alone.recovery(life, world);
    },
  };
};

/** A tab whose page ends once a job is kept. */
const openTabUntilKept = (world: PostsWorld, life: Life) =>
  openPostsTab(world, life, {
    journal: (jobs) => ({
      ...jobs,
      keep: async (job) => {
        await jobs.keep(job);
        life.end();
      },
    }),
  });

/** Takes the note back at the moment its signed event is written into the journal. */
const takingBack = (take: () => void) => (jobs: PublishJobs) => ({
  ...jobs,
  async keep(job: Parameters<PublishJobs['keep']>[0]) {
    const written = jobs.keep(job);
    if (job.event?.content === NOTE) take();
    await written;
  },
});

/** A note that is taken back while its event is kept, then written anew. */
const takenBackCase = (): CrashCase<PostsWorld> => {
  const posts = postsCase();
  return {
    ...posts,
    async scenario(life, world) {
      const tab = openPostsTab(world, life, { journal: takingBack(() => cancelAll(tab)) });
      writeNote(tab, NOTE);
      await tab.rest();
      if (life.isOver()) return;
      writeNote(tab, OTHER);
      await tab.rest();
    },
    async recovery(life, world) {
      const tab = openPostsTab(world, life);
      await tab.rest();
      if (life.isOver()) return;
      const text = tab.drafts.get(PLACE)?.text;
      if (text && tab.writing.jobOf(PLACE) === undefined) writeNote(tab, text);
      await tab.rest();
    },
    invariant(world) {
      for (const text of [NOTE, OTHER]) {
        const { events, relays } = bookOf(world, text);
        if (events > 1) throw new Error(`${text} is doubled`);
        if (text === OTHER && relays === 0 && world.begun.has(text)) throw new Error(`${text} is lost`);
      }
    },
  };
};

/** A note that relays refuse and its author stops: its text is a draft again, and is posted from there. */
const stoppedCase = (): CrashCase<PostsWorld> => ({
  ...postsCase(),
  async scenario(life, world) {
    let isRefused = true;
    const tab = openPostsTab(world, life, { isRefused: () => isRefused });
    writeNote(tab, NOTE);
    await tab.rest();
    if (life.isOver()) return;
    cancelAll(tab);
    await tab.rest();
    isRefused = false;
    const text = tab.drafts.get(PLACE)?.text;
    if (text && !life.isOver()) writeNote(tab, text);
    await tab.rest();
  },
});

const cancelAll = ({ desk }: ReturnType<typeof openPostsTab>) => {
  for (const job of Object.values(desk.getSnapshot().children)) job?.send({ type: 'publish.cancel' } as never);
};

describe('the journal of posts', () => {
  it('loses no post and doubles none at any crash point, nor at a tenth of all pairs of them, another tenth with each commit', async () => {
    const pairs = partOfCommit(10);
    const { points, tried, failures } = await tryCrashPoints(postsCase(), { pairs });
    expect(failures, `CRASH_PART=${pairs.from} tries the same pairs`).toEqual([]);
    expect(tried).toBeGreaterThan(200);
    for (const name of ['the job is kept', 'it is mined', 'it is signed', 'the event is kept', 'the job is forgotten'])
      expect(points).toContain(`after ${name}`);
  }, 60_000);

  it('is what keeps them: without it posts are lost, and doubled', async () => {
    const { failures } = await tryCrashPoints(postsCase(noJournal));
    expect(failures.join('\n')).toMatch(/a repost is lost/);
    expect(failures.join('\n')).toMatch(/a note is doubled/);
  }, 60_000);

  it('loses none and doubles none with a second tab that takes over', async () => {
    const { failures } = await tryCrashPoints(twoTabsCase());
    expect(failures).toEqual([]);
  }, 60_000);

  it('sends nothing that was taken back while its event was kept, not at the next start either, and has its text still', async () => {
    const world = createPostsWorld();
    const lives = [openLife(), openLife()] as const;
    const onSigned = vi.fn();
    const tab = openPostsTab(world, lives[0], { journal: takingBack(() => cancelAll(tab)), onSigned });
    writeNote(tab, NOTE);
    await tab.rest();
    expect([onSigned.mock.calls, tab.desk.getSnapshot().context.jobs]).toEqual([[], []]);
    lives[0].end();
    const last = openPostsTab(world, lives[1], { onSigned });
    await last.rest();
    expect([bookOf(world, NOTE).events, onSigned.mock.calls]).toEqual([0, []]);
    expect([last.drafts.get(PLACE)?.text, last.writing.jobOf(PLACE)]).toEqual([NOTE, undefined]);
    lives[1].end();
  });

  it('loses nothing and doubles nothing that is written after one was taken back', async () => {
    const { failures } = await tryCrashPoints(takenBackCase());
    expect(failures).toEqual([]);
  }, 60_000);

  it('loses nothing and doubles nothing that was stopped before a relay took it', async () => {
    const { points, failures } = await tryCrashPoints(stoppedCase());
    expect(failures).toEqual([]);
    expect(points).toContain('before the job is forgotten');
  }, 60_000);

  it('lets one tab work and others see it; when that one is gone, another goes on', async () => {
    const world = createPostsWorld();
    const lives = [openLife(), openLife()] as const;
    const other = openPostsTab(world, lives[1]);
    const locked = openPostsTab(world, lives[0], {
      journal: (jobs) => ({ ...jobs, keep: (job) => (job.event ? new Promise(() => {}) : jobs.keep(job)) }),
    });
    repost(locked, REPOST);
    await vi.waitFor(() => expect(other.tags()).toContain('elsewhere'));
    expect(bookOf(world, REPOST).relays).toBe(0);
    lives[0].end();
    await vi.waitFor(() => expect(bookOf(world, REPOST)).toEqual({ events: 1, relays: 2 }));
    lives[1].end();
  });

  it('no longer shows in another tab what is out', async () => {
    const world = createPostsWorld();
    const lives = [openLife(), openLife()] as const;
    const [tab, other] = [openPostsTab(world, lives[0]), openPostsTab(world, lives[1])];
    writeNote(tab, NOTE);
    await tab.rest();
    await vi.waitFor(() => expect(other.desk.getSnapshot().context.jobs).toEqual([]));
    expect(bookOf(world, NOTE)).toEqual({ events: 1, relays: 2 });
    for (const life of lives) life.end();
  });

  it('keeps an unsigned post until its author can sign, unless its text was taken back', async () => {
    const world = createPostsWorld();
    const first = openLife();
    const tab = openTabUntilKept(world, first);
    writeNote(tab, NOTE);
    await first.ended;
    const second = openLife();
    const locked = openPostsTab(world, second, { isLocked: true });
    await vi.waitFor(() => expect(locked.tags()).toContain('unsigned'));
    expect(locked.writing.jobOf(PLACE)).toBeDefined();
    locked.drafts.put(PLACE, { text: 'something else', mentions: [] });
    second.end();
    const third = openLife();
    const last = openPostsTab(world, third);
    await last.rest();
    expect([bookOf(world, NOTE).events, last.desk.getSnapshot().context.jobs]).toEqual([0, []]);
    third.end();
  });

  it('does not sign a profile that was made in an earlier visit: another version may be the newest by now', async () => {
    const world = createPostsWorld();
    const first = openLife();
    const tab = openTabUntilKept(world, first);
    const template = { kind: 0, created_at: 1, tags: [], content: '{"name":"old"}' };
    tab.drafts.put(PLACE, { text: '{"name":"old"}', mentions: [] });
    tab.post({ what: 'profile', template }, PLACE);
    await first.ended;
    const second = openLife();
    const last = openPostsTab(world, second);
    await last.rest();
    expect([bookOf(world, template.content).events, last.desk.getSnapshot().context.jobs]).toEqual([0, []]);
    // what was written stands in the editor still
    expect(last.drafts.get(PLACE)?.text).toBe('{"name":"old"}');
    second.end();
  });
});
