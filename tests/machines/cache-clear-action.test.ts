import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Failure } from '#domain/problem.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import { clearActionMachine, type ClearAction, type ClearInput } from '#machines/cache/clear-action.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const start = (clear: (action: ClearAction, ecash?: ClearInput['ecash']) => Promise<void>) =>
  createActor(
    clearActionMachine.provide({
      actors: {
        clear: fromPromise<void, ClearInput>(({ input: { action, ecash } }) =>
          ecash ? clear(action, ecash) : clear(action),
        ),
      },
    }),
  ).start();

describe('clear action machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(clearActionMachine, {
      events: [
        { type: 'clear.open', action: 'everything' },
        { type: 'clear.confirm' },
        { type: 'clear.close' },
        { type: 'xstate.done.actor.clear', output: undefined },
        { type: 'xstate.error.actor.clear', error: new Error('broken') },
      ],
      identity: ({ action, message }) => [action, message],
      check: (snapshot) => {
        expect(snapshot.hasTag('busy')).toBe(snapshot.matches('clearing'));
        expect(snapshot.hasTag('failed')).toBe(snapshot.matches('failed'));
        expect(snapshot.hasTag('done')).toBe(snapshot.matches('done'));
      },
    });
  });

  it('needs its slot', async () => {
    const actor = createActor(clearActionMachine).start();
    actor.send({ type: 'clear.open', action: 'cache' });
    actor.send({ type: 'clear.confirm' });
    await vi.waitFor(() => expect(actor.getSnapshot().hasTag('failed')).toBe(true));
  });

  it.each(['cache', 'contacts', 'everything', 'saved keys', 'stored wallet', 'preferences'] as const)(
    '[CACHE-21] clears %s only after the confirmation',
    async (action) => {
      const clear = vi.fn(() => Promise.resolve());
      const actor = start(clear);
      actor.send({ type: 'clear.confirm' });
      actor.send({ type: 'clear.open', action });
      actor.send({ type: 'clear.close' });
      actor.send({ type: 'clear.confirm' });
      expect(clear).not.toHaveBeenCalled();
      actor.send({ type: 'clear.open', action });
      actor.send({ type: 'clear.confirm' });
      actor.send({ type: 'clear.confirm' });
      expect(clear.mock.calls).toEqual([[action]]);
      await vi.waitFor(() => expect(actor.getSnapshot().hasTag('done')).toBe(true));
    },
  );

  it('[CACHE-20] is busy until it is cleared, and cannot be left meanwhile', async () => {
    const clearing = Promise.withResolvers<void>();
    const actor = start(() => clearing.promise);
    actor.send({ type: 'clear.open', action: 'cache' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    actor.send({ type: 'clear.confirm' });
    actor.send({ type: 'clear.close' });
    actor.send({ type: 'clear.open', action: 'everything' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    clearing.resolve();
    await vi.waitFor(() => expect(actor.getSnapshot().hasTag('busy')).toBe(false));
    expect(actor.getSnapshot().context.action).toBe('cache');
  });

  it('[CACHE-22] says what was cleared when the sign-out failed', async () => {
    const actor = start(() => Promise.reject(new Failure({ code: 'still-logged-in' })));
    actor.send({ type: 'clear.open', action: 'everything' });
    actor.send({ type: 'clear.confirm' });
    await vi.waitFor(() => expect(actor.getSnapshot().hasTag('failed')).toBe(true));
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      'The caches were cleared, but you are still logged in. Please try again.',
    );
  });

  it('deletes ecash only by the confirmation that names it, and not by the next one', async () => {
    const clear = vi.fn(() => Promise.reject(new Failure({ code: 'ecash-kept' })));
    const ecash = [{ pubkey: 'a', sats: 12_345, others: {}, open: [], offers: [], payments: 0, areWordsKept: false }];
    const actor = start(clear);
    actor.send({ type: 'clear.open', action: 'everything' });
    actor.send({ type: 'clear.confirm', ecash });
    await vi.waitFor(() => expect(actor.getSnapshot().hasTag('failed')).toBe(true));
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      'Your ecash was kept, for it changed in the meantime. Everything else was cleared.',
    );
    actor.send({ type: 'clear.confirm' });
    expect(clear.mock.calls).toEqual([['everything', ecash], ['everything']]);
  });

  it('says why it failed, and can be tried again', async () => {
    const answers = [new KeyError('database-blocked'), new Error('secret words'), undefined];
    const actor = start(async () => {
      const answer = answers.shift();
      if (answer) throw answer;
    });
    actor.send({ type: 'clear.open', action: 'saved keys' });
    actor.send({ type: 'clear.confirm' });
    await vi.waitFor(() => expect(actor.getSnapshot().hasTag('failed')).toBe(true));
    expect(problemText(actor.getSnapshot().context.problem)).toMatch(
      /^It could not be cleared, and nothing was lost\. .*tab/,
    );
    actor.send({ type: 'clear.confirm' });
    await vi.waitFor(() =>
      expect(problemText(actor.getSnapshot().context.problem)).toBe(
        'It could not be cleared, and nothing was lost. Please try again.',
      ),
    );
    actor.send({ type: 'clear.confirm' });
    await vi.waitFor(() => expect(actor.getSnapshot().hasTag('done')).toBe(true));
  });
});
