import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import type { Obstacle } from '#domain/publish/composing.ts';
import {
  composerMachine,
  type ComposerEvent,
  type FollowJobInput,
  type MakeInput,
  type Panel,
} from '#machines/publish/composer.machine.ts';
import { composersMachine } from '#machines/publish/composers.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const silent = () => fromCallback(() => {});

/** A composer of a note; `log` tells what it had done outside. */
const start = (state: { isBegun?: boolean; obstacle?: Obstacle } = { isBegun: true }) => {
  const log: unknown[] = [];
  const note = (name: string) => (_: unknown, params: object) => void log.push([name, params]);
  const machine = composerMachine.provide({
    actors: {
      'follow draft': fromCallback(({ sendBack }) =>
        sendBack({ type: 'draft.is', isBegun: false, obstacle: undefined, ...state }),
      ),
      'follow shared': silent(),
      'follow gate': silent(),
      'make post': fromCallback<AnyEventObject, MakeInput>(({ input }) => void log.push(['make', input])),
      'follow job': fromCallback<AnyEventObject, FollowJobInput>(({ input }) => void log.push(['follow', input])),
    },
    actions: {
      'cancel job': (_, { jobId }) => log.push(['cancel', jobId]),
      'take up draft': note('take up'),
      'hand over draft': note('hand over'),
      'take shared': note('take'),
      'drop shared': () => log.push('drop'),
    },
  });
  const composer = createActor(machine, { input: { composer: 'c1', takesShared: true } }).start();
  const tags = () => [...composer.getSnapshot().tags].sort();
  const send = (...events: readonly ComposerEvent[]) => {
    for (const event of events) composer.send(event);
    return tags();
  };
  return { composer, log, send, tags, problem: () => composer.getSnapshot().context.problem };
};

const press: ComposerEvent = { type: 'composer.post', bits: 4 };
const passed: ComposerEvent = { type: 'composer.make' };
const begun: ComposerEvent = { type: 'post.begun', jobId: 'j1' };

describe('a composer', () => {
  it('every state and transition of it is reached', () => {
    const machine = composerMachine.provide({
      actions: {
        'cancel job': () => {},
        'take up draft': () => {},
        'hand over draft': () => {},
        'take shared': () => {},
        'drop shared': () => {},
      },
    });
    const facts = (type: 'draft.is' | 'draft.edited') =>
      [true, false].map((isBegun) => ({ type, isBegun, obstacle: isBegun ? undefined : 'empty' }));
    expectFullCoverage(machine, {
      inputs: [true, false].map((takesShared) => ({ composer: 'c1', takesShared })),
      events: [
        ...facts('draft.is'),
        ...facts('draft.edited'),
        { type: 'draft.is', isBegun: true, obstacle: 'gone elsewhere' },
        { type: 'draft.posted', jobId: 'j0' },
        { type: 'account.changed' },
        press,
        passed,
        { type: 'composer.stop' },
        { type: 'composer.withoutWork' },
        { type: 'gate.left' },
        begun,
        { type: 'post.failed', problem: { code: 'no-relays' } },
        { type: 'job.mines' },
        { type: 'job.signs' },
        { type: 'job.elsewhere' },
        { type: 'job.safe' },
        { type: 'job.failed', problem: { code: 'signer-required' } },
        { type: 'job.unsigned' },
        { type: 'job.gone' },
        { type: 'panel.toggle', panel: 'work' },
        { type: 'panel.toggle', panel: 'picture' },
        { type: 'panel.close' },
        { type: 'shared.text' },
        { type: 'shared.secret', secret: 'nsec' },
        { type: 'shared.gone' },
        { type: 'shared.take' },
        { type: 'shared.leave' },
        ...['draft', 'gate', 'make', 'job', 'shared'].map((id) => ({
          type: `xstate.error.actor.${id}`,
          error: new Error('no'),
        })),
      ],
      identity: ({ isBegun, panel }) => [isBegun, panel === 'work'],
      limit: 20_000,
      check: (snapshot) => {
        const posting = ['asking', 'mining', 'signing', 'elsewhere', 'safe'].filter((tag) => snapshot.hasTag(tag));
        expect(posting.length).toBeLessThan(2);
        expect(snapshot.matches({ panel: 'open' })).toBe(snapshot.context.panel !== undefined);
        // a text of another app is added to no text without a word of who writes it
        if (snapshot.matches({ shared: { taking: 'beside' } })) expect(posting).not.toContain('mining');
      },
    });
  });

  it('posts with the work that was shown at the press, once the gate lets it through', () => {
    const { log, send } = start();
    expect(send(press)).toEqual(['asking']);
    expect(log).toEqual([]);
    expect(send(passed)).toEqual(['signing']);
    expect(log).toEqual([['make', { composer: 'c1', bits: 4 }]]);
    expect(send(begun, { type: 'job.mines' })).toEqual(['mining']);
    expect(send({ type: 'job.signs' })).toEqual(['signing']);
    expect(send({ type: 'job.safe' })).toEqual(['safe']);
  });

  it('is made once, however often one presses and the gate tells', () => {
    const { log, send } = start();
    send(press, press, passed, press, passed, begun, press, passed);
    expect(log.filter(([what]: any) => what === 'make').length).toBe(1);
  });

  it('says what is in the way until it is written on, and asks nobody', () => {
    const { composer, send, problem } = start({ obstacle: 'empty' });
    expect(send(press)).toEqual([]);
    expect(problem()).toEqual({ obstacle: 'empty' });
    composer.send({ type: 'draft.is', isBegun: false, obstacle: 'empty' });
    expect(problem()).toEqual({ obstacle: 'empty' });
    composer.send({ type: 'draft.edited', isBegun: true, obstacle: undefined });
    expect([problem(), send(press)]).toEqual([undefined, ['asking']]);
  });

  it('says it no longer once something else is in the way, or nothing, and still what failed', () => {
    const { send, problem } = start({ obstacle: 'too long' });
    send(press, { type: 'draft.is', isBegun: true, obstacle: 'too long' });
    expect(problem()).toEqual({ obstacle: 'too long' });
    send({ type: 'draft.is', isBegun: true, obstacle: 'gone elsewhere' });
    expect(problem()).toBeUndefined();
    send(press, { type: 'draft.is', isBegun: true, obstacle: undefined });
    expect(problem()).toBeUndefined();
    send(press, passed, { type: 'post.failed', problem: { code: 'no-relays' } });
    send({ type: 'draft.is', isBegun: true, obstacle: 'no-relays' });
    expect(problem()).toEqual({ code: 'no-relays' });
  });

  it('goes on being written when nobody logs in', () => {
    const { log, send } = start();
    expect(send(press, { type: 'gate.left' }, passed)).toEqual([]);
    expect(log).toEqual([]);
  });

  it('takes up the draft of another account, but from the press on keeps the text that was shown', () => {
    const change: ComposerEvent = { type: 'account.changed' };
    const { log, send } = start();
    const last = (...events: readonly ComposerEvent[]) => {
      send(...events);
      return log.at(-1);
    };
    const [taken, kept] = ['take up', 'hand over'].map((what) => [what, { composer: 'c1' }]);
    expect(last(change)).toEqual(taken);
    expect(last(press, change)).toEqual(kept);
    expect(last({ type: 'gate.left' }, change)).toEqual(taken);
    expect(last(press, passed, change)).toEqual(kept);
    expect(last(begun, { type: 'job.mines' }, change)).toEqual(kept);
    expect(last({ type: 'composer.stop' }, change)).toEqual(taken);
  });

  it('gives the text back when it is stopped, when it fails, and when nobody can sign', () => {
    for (const end of [
      { type: 'composer.stop' },
      { type: 'job.unsigned' },
      { type: 'job.failed', problem: { code: 'key-gone' } },
    ] as const) {
      const { log, send, problem } = start();
      expect(send(press, passed, begun, { type: 'job.mines' }, end)).toEqual([]);
      expect(log.at(-1)).toEqual(['cancel', 'j1']);
      expect(problem()).toEqual(end.type === 'job.failed' ? { code: 'key-gone' } : undefined);
    }
  });

  it('posts without work what is too heavy to wait for: the job of before is cancelled', () => {
    const { log, send } = start();
    send(press, passed, begun, { type: 'job.mines' });
    expect(send({ type: 'composer.withoutWork' })).toEqual(['asking']);
    send(passed);
    expect(log.slice(2)).toEqual([
      ['cancel', 'j1'],
      ['make', { composer: 'c1', bits: 0 }],
    ]);
  });

  it('takes up the post that an earlier visit made of its draft', () => {
    const { log, send } = start();
    expect(send({ type: 'draft.posted', jobId: 'j0' })).toEqual(['signing']);
    expect(log).toEqual([['follow', { jobId: 'j0' }]]);
    expect(send({ type: 'job.gone' })).toEqual([]);
  });

  it('cannot stop what another tab works on: it is safe once its draft is gone, or free again', () => {
    const gone: ComposerEvent = { type: 'draft.is', isBegun: true, obstacle: 'gone elsewhere' };
    for (const [end, tags] of [
      [gone, ['safe']],
      [{ type: 'job.gone' }, []],
      [{ type: 'job.mines' }, ['mining']],
    ] as const) {
      const { log, send } = start();
      send({ type: 'draft.posted', jobId: 'j0' }, { type: 'job.elsewhere' });
      expect(send({ type: 'composer.stop' }, press)).toEqual(['elsewhere']);
      expect([send(end), log]).toEqual([tags, [['follow', { jobId: 'j0' }]]]);
    }
  });

  it('begins a note with what is shared, and offers it beside one that was begun', () => {
    const empty = start({});
    expect(empty.send({ type: 'shared.text' })).toEqual([]);
    expect(empty.log).toEqual([['take', { composer: 'c1' }]]);
    const written = start();
    expect(written.send({ type: 'shared.text' })).toEqual(['shared']);
    expect(written.log).toEqual([]);
    expect(written.send({ type: 'shared.take' })).toEqual([]);
    expect(written.log).toEqual([['take', { composer: 'c1' }]]);
  });

  it('takes no shared text into a post that is being made', () => {
    const { log, send } = start({});
    send(press, passed);
    expect(send({ type: 'shared.text' }, { type: 'shared.take' })).toEqual(['shared', 'signing']);
    expect(log).toEqual([['make', { composer: 'c1', bits: 4 }]]);
    expect(send({ type: 'composer.stop' })).toEqual([]);
    expect(log.at(-1)).toEqual(['take', { composer: 'c1' }]);
  });

  it('tells of a secret key that was shared as long as it is open, and drops it', () => {
    const { composer, log, send } = start();
    expect(send({ type: 'shared.secret', secret: 'nsec' }, { type: 'shared.gone' })).toEqual([]);
    expect([log, composer.getSnapshot().context.secret]).toEqual([['drop'], 'nsec']);
  });

  it('opens one panel at a time, and none while the post is made', () => {
    const { composer, send } = start();
    const opened = (panel: Panel) => {
      send({ type: 'panel.toggle', panel });
      return composer.getSnapshot().context.panel;
    };
    expect([opened('work'), opened('picture'), opened('picture'), opened('preview')]).toEqual([
      'work',
      'picture',
      undefined,
      'preview',
    ]);
    send(press);
    expect(composer.getSnapshot().context.panel).toBeUndefined();
  });
});

describe('the composers', () => {
  const machine = composersMachine.provide({ actors: { composer: fromCallback(() => {}) as never } });

  it('every state and transition of them is reached', () => {
    expectFullCoverage(machine, {
      check: ({ context, children }) => expect(Object.keys(children).sort()).toEqual(context.open.toSorted()),
      events: ['c1', 'c2'].flatMap((composer) => [
        { type: 'composer.open', composer, takesShared: false },
        { type: 'composer.close', composer },
        { type: 'composer.make', composer },
        { type: 'reply.begin', field: composer },
        { type: 'reply.end', field: composer },
      ]),
      identity: ({ open, replies }) => [open, replies],
    });
  });

  it('know of each reply that was begun in the field of a thread, until it ends', () => {
    const actor = createActor(machine).start();
    const replies = () => actor.getSnapshot().context.replies;
    for (const field of ['f1', 'f2', 'f1']) actor.send({ type: 'reply.begin', field });
    expect(replies().toSorted()).toEqual(['f1', 'f2']);
    actor.send({ type: 'reply.end', field: 'f1' });
    expect(replies()).toEqual(['f2']);
    actor.stop();
  });

  it('let through to the one that asked, if it is still open', () => {
    const told = vi.fn();
    const composer = fromCallback<AnyEventObject, { composer: string }>(({ input, receive }) =>
      receive(({ type }) => told(input.composer, type)),
    );
    const actor = createActor(composersMachine.provide({ actors: { composer: composer as never } })).start();
    for (const id of ['c1', 'c2']) actor.send({ type: 'composer.open', composer: id, takesShared: false });
    actor.send({ type: 'composer.close', composer: 'c1' });
    for (const id of ['c1', 'c2']) actor.send({ type: 'composer.make', composer: id });
    expect(told.mock.calls).toEqual([['c2', 'composer.make']]);
    actor.stop();
  });
});
