import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { Failure } from '#domain/problem.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import {
  createDeedsLoader,
  createReactions,
  REACTION,
  REPOST,
  type Deed,
  type ReactionDeps,
} from '#actors/social/reactions.ts';
import type { LoginMethod } from '#domain/session/account.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Post } from '#ports/publishing.ts';
import { myReactionKey, myRepostKey, noteStatsKey, type MyReaction, type NoteStats } from '#domain/cache/query-keys.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { reactionMachine } from '#machines/social/reaction.machine.ts';
import { reactionsMachine } from '#machines/social/reactions.machine.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests } from '#tests/support/fake-requests.ts';

const [ANNA, BERT] = [hex(0xa), hex(0xb)];
const NOTE = fakeEvent({ id: hex(1), pubkey: BERT, kind: 1 });
const LIKE = fakeEvent({ id: hex(2), pubkey: ANNA, kind: 7 });
const STATS: NoteStats = { replies: 0, reposts: 0, likes: 5, zaps: 0, zapSats: 0 };

/** Posts are decided one by one with `next`. */
const start = (held: NostrEvent[] = [], deed: Deed = REACTION, method: LoginMethod = 'nsec') => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(noteStatsKey(NOTE.id), STATS);
  const { requests } = fakeRequests({ events: [...held] } as never);
  const posts: Post[] = [];
  const cancelled: string[] = [];
  /** events of posts that a relay may have, by the post */
  const out = new Map<string, NostrEvent>();
  const told: string[] = [];
  const waits: PromiseWithResolvers<NostrEvent>[] = [];
  let who = ANNA;
  const signer = (): Signer => ({ pubkey: who, signEvent: async () => NOTE, nip44: undefined, nip04: undefined });
  const asking: RelayRequests = {
    ...requests,
    fetch: async () => ({ events: held, outcomes: [{ relay: 'wss://x', outcome: 'eose' }] }),
  };
  /** deletions that this device knows of */
  const leaving: NostrEvent[] = [];
  const deps: ReactionDeps = {
    requests: asking,
    loadDeeds: createDeedsLoader({ requests: asking, registry: { ofKind: () => leaving } }),
    registry: { get: (id) => (id === NOTE.id ? NOTE : undefined), seenOn: () => ['wss://seen.example'] },
    queryClient,
    account: { get: () => ({ pubkey: who, method, persisted: false }) },
    signer: () => (method === 'none' ? undefined : signer()),
    publishing: {
      post: (post: Post) => {
        posts.push(post);
        waits.push(Promise.withResolvers());
        return String(posts.length - 1);
      },
      outcome: (id: string) => waits[Number(id)]!.promise,
    } as never,
    cancel: (id) => {
      cancelled.push(id);
      waits[Number(id)]!.reject(new Failure({ code: 'post-cancelled' }));
      return out.get(id);
    },
    client: () => 'Nuthatch',
    now: () => 5_000,
  };
  const slots = createReactions(deps, deed);
  const reaction = reactionMachine.provide({
    actors: { 'publish reaction': slots.publish },
    actions: {
      'show reaction': (_, wish) => slots.show(wish),
      'show what was': (_, note) => slots.showWhatWas(note),
      'tell problem': (_, { problem }) => void told.push(problemText(problem)),
    },
  });
  const desk = createActor(reactionsMachine.provide({ actors: { reaction } })).start();
  const posted = async (count: number) => {
    while (posts.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    return posts[count - 1]!;
  };
  return {
    desk,
    posts,
    cancelled,
    out,
    told,
    posted,
    logIn: (pubkey: string) => void (who = pubkey),
    react: (content: string) => desk.send({ type: 'reaction.react', noteId: NOTE.id, content }),
    undo: () => desk.send({ type: 'reaction.undo', noteId: NOTE.id }),
    take: async (count: number) => {
      const { template } = await posted(count);
      waits[count - 1]!.resolve({ ...template, id: hex(100 + count), pubkey: ANNA, sig: '0' });
    },
    refuse: (count: number) => waits[count - 1]!.reject(new Failure({ code: 'post-failed' })),
    over: () => waitFor(desk, ({ context }) => context.notes.length === 0),
    mine: () => queryClient.getQueryData<MyReaction | null>(myReactionKey(ANNA, NOTE.id)),
    note: slots.note,
    found: slots.found,
    leaves(deletion: NostrEvent) {
      leaving.push(deletion);
      slots.leaves(deletion);
    },
    reposted: () => queryClient.getQueryData<MyReaction | null>(myRepostKey(ANNA, NOTE.id)),
    reposts: () => queryClient.getQueryData<NoteStats>(noteStatsKey(NOTE.id))?.reposts,
    askRepost: () => queryClient.fetchQuery<MyReaction | null>({ queryKey: myRepostKey(ANNA, NOTE.id) }),
    likes: () => queryClient.getQueryData<NoteStats>(noteStatsKey(NOTE.id))?.likes,
    ask: () => queryClient.fetchQuery<MyReaction | null>({ queryKey: myReactionKey(ANNA, NOTE.id) }),
  };
};

describe('reactions of the user', () => {
  it('[PUB-01] a like is a kind 7 event with + and counts at once', async () => {
    const world = start();
    world.react('+');
    expect([world.mine(), world.likes()]).toEqual([{ content: '+' }, 6]);
    const { what, template } = await world.posted(1);
    expect([what, template.kind, template.content]).toEqual(['reaction', 7, '+']);
    expect(template.tags).toContainEqual(['e', NOTE.id, 'wss://seen.example', BERT]);
    await world.take(1);
    await world.over();
    expect([world.mine()?.event?.id, world.likes(), world.told]).toEqual([hex(101), 6, []]);
  });

  it('[PUB-01] a dislike counts as no like, an emoji as one', async () => {
    const world = start();
    world.react('-');
    expect(world.likes()).toBe(5);
    await world.take(1);
    await world.over();
    world.react('🤙');
    expect(world.likes()).toBe(6);
    expect((await world.posted(2)).what).toBe('deletion');
    await world.take(2);
    expect((await world.posted(3)).template.content).toBe('🤙');
  });

  it('is taken back by a deletion', async () => {
    const own = fakeEvent({ id: hex(9), pubkey: ANNA, kind: 7, content: '+', tags: [['e', NOTE.id]] });
    const world = start([own]);
    expect(await world.ask()).toEqual({ content: '+', event: own });
    world.undo();
    expect([world.mine(), world.likes()]).toEqual([null, 4]);
    const { template } = await world.posted(1);
    expect([template.kind, template.tags[0]]).toEqual([5, ['e', own.id]]);
    await world.take(1);
    await world.over();
    expect([world.mine(), world.likes()]).toEqual([null, 4]);
  });

  it('is taken back with what other devices said, before and meanwhile', async () => {
    const like = (id: number, created_at: number) =>
      fakeEvent({ id: hex(id), pubkey: ANNA, kind: 7, content: '+', created_at, tags: [['e', NOTE.id]] });
    const held = [like(9, 2), like(8, 1)];
    const world = start(held);
    expect(await world.ask()).toEqual({ content: '+', event: held[0], earlier: [held[1]] });
    held.push(like(7, 3));
    world.undo();
    const deleted = async (count: number) =>
      (await world.posted(count)).template.tags.filter(([name]) => name === 'e').map(([, id]) => id);
    expect(await deleted(1)).toEqual([hex(9), hex(8)]);
    await world.take(1);
    expect(await deleted(2)).toEqual([hex(7)]);
    await world.take(2);
    await world.over();
    expect([world.mine(), world.posts.length]).toEqual([null, 2]);
  });

  it('of an earlier visit, still on its way, is one: a press takes it back', async () => {
    const like = fakeEvent({ id: hex(9), pubkey: ANNA, kind: 7, content: '+', tags: [['e', NOTE.id]] });
    const world = start();
    const asked = world.ask();
    world.found(ANNA, NOTE.id, { content: '+', event: like });
    await asked;
    expect([world.mine()?.event?.id, world.likes()]).toEqual([like.id, 5]);
    world.undo();
    expect((await world.posted(1)).template).toMatchObject({ kind: 5 });
    // what is said of it later changes nothing
    world.found(ANNA, NOTE.id, { content: '+', event: like });
    expect(world.mine()).toBeNull();
    await world.take(1);
    await world.over();
  });

  it('is not there again while its deletion is on its way since an earlier visit', async () => {
    const like = fakeEvent({ id: hex(9), pubkey: ANNA, kind: 7, content: '+', tags: [['e', NOTE.id]] });
    const deletion = fakeEvent({ id: hex(10), pubkey: ANNA, kind: 5, tags: [['e', like.id]] });
    const told = start([like]);
    await told.ask();
    told.leaves(deletion);
    expect([told.mine(), told.likes()]).toEqual([null, 4]);
    const asked = start([like]);
    asked.leaves(deletion);
    expect(await asked.ask()).toBeNull();
  });

  it('given again within a second it is another event than the one that was taken back', async () => {
    const world = start();
    world.react('+');
    await world.take(1);
    await world.over();
    world.undo();
    await world.take(2);
    await world.over();
    world.react('+');
    const [before, , again] = [await world.posted(1), await world.posted(2), await world.posted(3)];
    expect([before.template.created_at, again.template.created_at]).toEqual([5, 6]);
  });

  it('goes back when no relay takes it, with the text, and does not go out later', async () => {
    const world = start();
    world.react('+');
    await world.posted(1);
    world.refuse(1);
    await world.over();
    expect([world.mine(), world.likes()]).toEqual([null, 5]);
    expect([world.told, world.cancelled]).toEqual([['Publish failed'], ['0']]);
  });

  it('[LOGIN-18] goes back with words when there is nothing to sign with', async () => {
    const world = start([], REACTION, 'none');
    world.react('+');
    await world.over();
    expect([world.mine(), world.told]).toEqual([null, ['No signing method available']]);
  });

  it.each(['before it is posted', 'between what it takes back and itself'])(
    'is signed by nobody else who logs in %s',
    async (when) => {
      const own = fakeEvent({ id: hex(9), pubkey: ANNA, kind: 7, content: '-', tags: [['e', NOTE.id]] });
      const isBefore = when === 'before it is posted';
      const world = start(isBefore ? [] : [own]);
      await world.ask();
      world.react('+');
      if (!isBefore) await world.posted(1);
      world.logIn(BERT);
      if (!isBefore) await world.take(1);
      await world.over();
      expect(world.posts.map(({ what }) => what)).toEqual(isBefore ? [] : ['deletion']);
      expect([world.mine(), world.likes(), world.told]).toEqual([null, 5, [problemText({ code: 'signer-required' })]]);
    },
  );

  it('is taken back by nobody else who logs in before the deletion is posted', async () => {
    const own = fakeEvent({ id: hex(9), pubkey: ANNA, kind: 7, content: '+', tags: [['e', NOTE.id]] });
    const world = start([own]);
    await world.ask();
    world.undo();
    world.logIn(BERT);
    await world.over();
    expect([world.posts, world.mine()?.event?.id, world.likes()]).toEqual([[], own.id, 5]);
  });

  it('whoever changes their mind meanwhile has one reaction, the last one', async () => {
    const world = start();
    world.react('+');
    await world.posted(1);
    world.undo();
    world.react('-');
    expect([world.mine(), world.likes(), world.cancelled]).toEqual([{ content: '-' }, 5, ['0']]);
    await world.take(2);
    await world.over();
    expect([world.posts.map(({ template }) => template.content), world.mine()?.content]).toEqual([['+', '-'], '-']);
  });

  it('a like that was given up is published when it is wanted again, unless a relay may have it', async () => {
    const world = start();
    world.react('+');
    await world.posted(1);
    world.undo();
    world.react('+');
    await world.posted(2);
    world.out.set('1', LIKE);
    world.undo();
    const deletion = await world.posted(3);
    expect(deletion.template.tags).toContainEqual(['e', LIKE.id]);
    await world.take(3);
    await world.over();
    expect(world.posts.map(({ what }) => what)).toEqual(['reaction', 'reaction', 'deletion']);
  });
});

describe('reposts of the user', () => {
  const own = fakeEvent({
    id: hex(9),
    pubkey: ANNA,
    kind: 6,
    tags: [
      ['e', NOTE.id],
      ['p', BERT],
    ],
  });

  it('[APP-08] are known by what relays hold, and taken back by a deletion', async () => {
    const world = start([own], REPOST);
    expect((await world.askRepost())?.event?.id).toBe(own.id);
    world.undo();
    const { what, template } = await world.posted(1);
    expect([what, template.kind, template.tags.slice(0, 2)]).toEqual([
      'deletion',
      5,
      [
        ['e', own.id],
        ['k', '6'],
      ],
    ]);
    expect(world.reposted()).toBeNull();
    await world.take(1);
    await world.over();
    expect([world.reposted(), world.told]).toEqual([null, []]);
  });

  it('show and count at once, and go back when no relay takes the deletion', async () => {
    const world = start([], REPOST);
    world.note(ANNA, NOTE.id, { content: 'repost', event: own });
    expect([world.reposted()?.event?.id, world.reposts()]).toEqual([own.id, 1]);
    world.undo();
    await world.posted(1);
    expect(world.reposts()).toBe(0);
    world.refuse(1);
    await world.over();
    expect([world.reposted()?.event?.id, world.reposts()]).toEqual([own.id, 1]);
  });
});
