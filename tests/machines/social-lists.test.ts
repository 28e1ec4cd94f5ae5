import { describe, expect, it } from 'vitest';
import { Failure } from '#domain/problem.ts';
import { followsMachine } from '#machines/social/follows.machine.ts';
import { mutesMachine } from '#machines/social/mutes.machine.ts';
import { reactionMachine } from '#machines/social/reaction.machine.ts';
import { reactionsMachine } from '#machines/social/reactions.machine.ts';
import { createActor, fromPromise, waitFor } from 'xstate';
import { hex } from '#tests/support/fake-events.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const [ANNA, BERT, CARLA] = [hex(0xa), hex(0xb), hex(0xc)];
const NOTE = hex(1);

const listEvents = (list: string) => [
  { type: 'login.changed', pubkey: ANNA, signing: 'possible' },
  { type: 'login.changed', pubkey: ANNA, signing: 'locked' },
  { type: 'login.changed', pubkey: BERT, signing: 'possible' },
  { type: 'login.changed', pubkey: undefined, signing: 'read only' },
  { type: 'list.edit', edit: { pubkey: CARLA, wanted: true } },
  { type: 'list.edit', edit: { pubkey: 'nonsense', wanted: true } },
  { type: 'list.edit', edit: { pubkey: CARLA, wanted: false } },
  { type: 'list.edit', edit: { pubkey: 'nonsense', wanted: false } },
  {
    type: 'list.editAll',
    edits: [
      { pubkey: BERT, wanted: true },
      { pubkey: CARLA, wanted: true },
    ],
  },
  {
    type: 'list.editAll',
    edits: [
      { pubkey: CARLA, wanted: true },
      { pubkey: 'nonsense', wanted: true },
    ],
  },
  { type: 'list.restore', id: hex(7) },
  { type: 'list.refresh' },
  { type: 'list.newer' },
  { type: 'xstate.error.actor.watch login', error: new Error('no') },
  { type: 'xstate.error.actor.watch newest', error: new Error('no') },
  { type: 'xstate.done.actor.load list', output: { unpublished: false, unsent: [] } },
  { type: 'xstate.done.actor.load list', output: { unpublished: true, unsent: [] } },
  { type: 'xstate.done.actor.load list', output: { unpublished: true, unsent: [{ pubkey: BERT, wanted: true }] } },
  { type: 'xstate.error.actor.load list', error: new Error('No relay told') },
  { type: 'xstate.done.actor.publish list', output: { accepted: 1, asked: 2 } },
  { type: 'xstate.error.actor.publish list', error: new Error('Follow failed') },
  { type: 'xstate.error.actor.publish list', error: new Failure({ code: 'pool-destroyed' }) },
  { type: 'xstate.done.actor.read again', output: { unpublished: false, unsent: [] } },
  { type: 'xstate.error.actor.read again', error: new Error('No relay told') },
  { type: `xstate.after.retry.${list}.list.user.work.unread` },
  { type: `xstate.after.retry.${list}.list.user.work.left` },
  { type: `xstate.after.look.${list}.list.user.work.resting.published` },
  { type: `xstate.after.patience.${list}.list.user.work.loading.early` },
];

describe('the statecharts of social acts', () => {
  for (const machine of [followsMachine, mutesMachine]) {
    it(`every state and transition of ${machine.id} is reached`, () => {
      const silent = machine.provide({
        actions: {
          'show edits': () => {},
          'undo edits': () => {},
          'tell problem': () => {},
          'forget list': () => {},
        },
      });
      expectFullCoverage(silent, {
        events: listEvents(machine.id),
        identity: ({ pubkey, signing, queue, version, sending, problem }) => [
          pubkey,
          signing,
          queue.length > 0,
          version,
          sending.edits.length > 0,
          problem !== undefined,
        ],
        check: (snapshot) => {
          const { queue, sending } = snapshot.context;
          // a click is in the queue or on its way, and nothing rests while one waits
          if (snapshot.matches({ list: { user: { work: 'resting' } } }))
            expect([queue, sending.edits]).toEqual([[], []]);
          expect(snapshot.hasTag('busy') && snapshot.hasTag('loading')).toBe(false);
        },
        limit: 20_000,
      });
    });
  }

  it('every state and transition of a reaction is reached', () => {
    const silent = reactionMachine.provide({
      actions: { 'show reaction': () => {}, 'show what was': () => {}, 'tell problem': () => {} },
    });
    expectFullCoverage(silent, {
      tags: { publishing: ['busy'] },
      input: { noteId: NOTE, content: '+' },
      events: [
        { type: 'reaction.react', noteId: NOTE, content: '-' },
        { type: 'reaction.undo', noteId: NOTE },
        { type: 'xstate.done.actor.publish reaction', output: undefined },
        { type: 'xstate.error.actor.publish reaction', error: new Error('no') },
      ],
      identity: ({ content, problem }) => [content, problem],
    });
  });

  it('every state and transition of the reactions is reached', () => {
    expectFullCoverage(reactionsMachine, {
      tags: {},
      events: [
        { type: 'reaction.react', noteId: NOTE, content: '+' },
        { type: 'reaction.undo', noteId: NOTE },
        { type: `xstate.done.actor.${NOTE}`, actorId: NOTE, output: undefined },
        { type: `xstate.error.actor.${NOTE}`, actorId: NOTE, error: new Error('no') },
      ],
      identity: ({ notes }) => notes,
    });
  });

  it('a note has one reaction under way: a second click changes it', async () => {
    const wishes: (string | null)[] = [];
    const reaction = reactionMachine.provide({
      actors: { 'publish reaction': fromPromise(() => new Promise((resolve) => setTimeout(resolve, 5))) },
      actions: { 'show reaction': (_, { content }) => void wishes.push(content) },
    });
    const actor = createActor(reactionsMachine.provide({ actors: { reaction } })).start();
    actor.send({ type: 'reaction.react', noteId: NOTE, content: '+' });
    actor.send({ type: 'reaction.undo', noteId: NOTE });
    actor.send({ type: 'reaction.react', noteId: NOTE, content: '🤙' });
    expect(actor.getSnapshot().context.notes).toEqual([NOTE]);
    await waitFor(actor, ({ context }) => context.notes.length === 0);
    expect(wishes).toEqual(['+', null, '🤙']);
  });
});
