import { emit, setup } from 'xstate';
import { SHORTCUT_CHORD_MS } from '#domain/shell/shell-limits.ts';
import { CHORD_KEY, isNamedKey, shortcutOf, type Shortcut } from '#domain/shell/shortcuts.ts';
import { callbackSlot } from '#machines/slots.ts';

type KeyEvent = { type: 'key.pressed'; key: string };

export type ShortcutsEvent =
  /** a key that nothing else on the page takes */
  | KeyEvent
  /** the user wants shortcuts of one character, or does not */
  | { type: 'shortcuts.on' }
  | { type: 'shortcuts.off' };

export type ShortcutAsked = { type: 'shortcut'; name: Shortcut };

const asked = (name: Shortcut | undefined): ShortcutAsked => ({ type: 'shortcut', name: name! });

/** What the user asks for by keys: one, or 'g' and a second one in time. They can be switched off (WCAG 2.1.4). */
export const shortcutsMachine = setup({
  types: {} as { context: object; events: ShortcutsEvent; emitted: ShortcutAsked; tags: 'off' },
  actors: { 'watch keys': callbackSlot('watch keys'), 'watch choice': callbackSlot('watch choice') },
  guards: {
    'begins a chord': (_, { key }: { key: string }) => key === CHORD_KEY,
    'is a shortcut': (_, { key }: { key: string }) => shortcutOf(key) !== undefined,
    'ends a chord': (_, { key }: { key: string }) => shortcutOf(key, true) !== undefined,
    'is no character': (_, { key }: { key: string }) => isNamedKey(key) && shortcutOf(key) !== undefined,
  },
  actions: {
    ask: emit((_, { key }: { key: string }) => asked(shortcutOf(key))),
    'ask for the place': emit((_, { key }: { key: string }) => asked(shortcutOf(key, true))),
  },
  delays: { SHORTCUT_CHORD: SHORTCUT_CHORD_MS },
}).createMachine({
  id: 'shortcuts',
  context: {},
  invoke: [
    { id: 'keys', src: 'watch keys', onError: '.unheard' },
    { id: 'choice', src: 'watch choice', onError: '.on' },
  ],
  initial: 'on',
  states: {
    on: {
      initial: 'ready',
      on: { 'shortcuts.off': 'off' },
      states: {
        ready: {
          on: {
            'key.pressed': [
              { guard: { type: 'begins a chord', params: ({ event }) => event }, target: 'chord' },
              {
                guard: { type: 'is a shortcut', params: ({ event }) => event },
                actions: { type: 'ask', params: ({ event }) => event },
              },
            ],
          },
        },
        chord: {
          description: 'The second key says where to.',
          after: { SHORTCUT_CHORD: 'ready' },
          on: {
            'key.pressed': [
              {
                guard: { type: 'ends a chord', params: ({ event }) => event },
                target: 'ready',
                actions: { type: 'ask for the place', params: ({ event }) => event },
              },
              { target: 'ready' },
            ],
          },
        },
      },
    },
    off: {
      tags: 'off',
      description: 'Only keys that write nothing are heard.',
      on: {
        'shortcuts.on': 'on',
        'key.pressed': {
          guard: { type: 'is no character', params: ({ event }) => event },
          actions: { type: 'ask', params: ({ event }) => event },
        },
      },
    },
    unheard: { tags: 'off', description: 'Keys can no longer be heard.' },
  },
});
