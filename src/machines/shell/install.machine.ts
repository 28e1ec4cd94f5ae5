import { assign, setup } from 'xstate';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

export type InstallEvent =
  /** the browser offers to install the app (`beforeinstallprompt`) */
  | { type: 'install.offered' }
  /** the app was installed, from here or from the browser's own menu */
  | { type: 'install.done' }
  | { type: 'install.ask' }
  | { type: 'install.later' };

export type InstallInput = {
  /** the app runs in a window of its own (PWA-03) */
  standalone: boolean;
  /** 'Not now' was pressed, and not so long ago that one may ask again */
  declined: boolean;
};

/** Offers to install the app when the browser can, and asks no one twice (PWA-01 to PWA-04). */
export const installMachine = setup({
  types: {} as {
    context: InstallInput;
    input: InstallInput;
    events: InstallEvent;
    tags: 'prompt' | 'can install' | 'asking' | 'installed';
  },
  actors: {
    'watch offers': callbackSlot('watch offers'),
    'show offer': promiseSlot<'accepted' | 'dismissed'>('show offer'),
  },
  guards: {
    'runs installed': ({ context }) => context.standalone,
    'was declined': ({ context }) => context.declined,
    'is accepted': (_, { choice }: { choice: 'accepted' | 'dismissed' }) => choice === 'accepted',
  },
  actions: {
    'note decline': assign({ declined: true }),
    'remember decline': actionSlot('remember decline'),
  },
}).createMachine({
  id: 'install',
  context: ({ input }) => input,
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'runs installed', target: 'installed' }, { target: 'watching' }] },
    watching: {
      invoke: { id: 'offers', src: 'watch offers', onError: 'impossible' },
      initial: 'waiting',
      on: { 'install.done': 'installed' },
      states: {
        waiting: {
          description:
            'There is no offer: the browser cannot install, has its own way, or took the one it made, each once.',
          on: { 'install.offered': [{ guard: 'was declined', target: 'declined' }, { target: 'offered' }] },
        },
        offered: {
          tags: ['prompt', 'can install'],
          on: {
            'install.ask': 'asking',
            'install.later': { target: 'declined', actions: ['note decline', 'remember decline'] },
          },
        },
        asking: {
          tags: 'asking',
          invoke: {
            id: 'offer',
            src: 'show offer',
            onDone: [
              {
                guard: { type: 'is accepted', params: ({ event }) => ({ choice: event.output }) },
                target: 'installing',
              },
              { target: 'waiting', actions: ['note decline', 'remember decline'] },
            ],
            onError: 'waiting',
          },
        },
        installing: { description: 'Accepted; the browser tells when it is done.' },
        declined: {
          description: 'Not asked again; whoever looks for it can still install.',
          tags: 'can install',
          on: { 'install.ask': 'asking' },
        },
      },
    },
    installed: { tags: 'installed', description: 'Nothing is offered any more.' },
    impossible: { description: 'Offers cannot be heard here.' },
  },
});
