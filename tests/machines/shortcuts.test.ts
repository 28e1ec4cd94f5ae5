import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import { SHORTCUT_CHORD_MS } from '#domain/shell/shell-limits.ts';
import { shortcutsMachine } from '#machines/shell/shortcuts.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const press = (key: string) => ({ type: 'key.pressed', key }) as const;

const started = () => {
  const quiet = fromCallback<AnyEventObject>(() => {});
  const actor = createActor(shortcutsMachine.provide({ actors: { 'watch keys': quiet, 'watch choice': quiet } }));
  const asked: string[] = [];
  actor.on('shortcut', ({ name }) => asked.push(name));
  actor.start();
  const type = (...keys: string[]) => keys.forEach((key) => actor.send(press(key)));
  return { actor, asked, type };
};

afterEach(() => void vi.useRealTimers());

describe('shortcuts machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(shortcutsMachine, {
      events: [
        press('g'),
        press('j'),
        press('h'),
        press('x'),
        press('Escape'),
        { type: 'shortcuts.on' },
        { type: 'shortcuts.off' },
        { type: 'xstate.after.SHORTCUT_CHORD.shortcuts.on.chord' },
        { type: 'xstate.error.actor.keys', error: new Error('no') },
        { type: 'xstate.error.actor.choice', error: new Error('no') },
      ],
      check: (snapshot) => expect(snapshot.hasTag('off')).toBe(!snapshot.matches('on')),
    });
  });

  it('asks for what a key stands for, and for nothing else', () => {
    const { asked, type } = started();
    type('j', 'x', 'Enter', '?', 'h');
    expect(asked).toEqual(['next', 'open', 'help']);
  });

  it('takes two keys for a place, if the second comes in time', () => {
    vi.useFakeTimers();
    const { asked, type } = started();
    type('g', 'n');
    type('g');
    vi.advanceTimersByTime(SHORTCUT_CHORD_MS - 1);
    type('p');
    type('g');
    vi.advanceTimersByTime(SHORTCUT_CHORD_MS);
    type('n');
    expect(asked).toEqual(['notifications', 'profile', 'write']);
  });

  it('forgets a first key after which comes none of a place', () => {
    const { asked, type } = started();
    type('g', 'Escape', 'g', 'j', 'h');
    expect(asked).toEqual([]);
  });

  it('hears only keys that write nothing while the others are switched off (WCAG 2.1.4)', () => {
    const { actor, asked, type } = started();
    actor.send({ type: 'shortcuts.off' });
    type('j', 'g', 'h', '?', 'Escape');
    expect(asked).toEqual(['back']);
    actor.send({ type: 'shortcuts.on' });
    type('j');
    expect(asked).toEqual(['back', 'next']);
  });

  it.each(['watch keys', 'watch choice'] as const)('goes on without %s', (slot) => {
    const quiet = fromCallback<AnyEventObject>(() => {});
    const other = slot === 'watch keys' ? 'watch choice' : 'watch keys';
    const actor = createActor(shortcutsMachine.provide({ actors: { [other]: quiet } })).start();
    expect(actor.getSnapshot().status).toBe('active');
    expect(actor.getSnapshot().value).toEqual(slot === 'watch keys' ? 'unheard' : { on: 'ready' });
  });
});
