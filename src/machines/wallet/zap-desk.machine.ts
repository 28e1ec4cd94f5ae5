import { enqueueActions, assign, setup, type ActorRefFrom, type ErrorActorEvent } from 'xstate';
import { ZAPS_KEPT } from '#domain/wallet/wallet-limits.ts';
import type { ZapWish } from '#domain/wallet/zap-wish.ts';
import { zapMachine } from './zap.machine.ts';

type Ids = { readonly ids: readonly string[] };

export type ZapDeskEvent =
  | { type: 'zap.send'; wishes: readonly ZapWish[] }
  /** those that failed or whose invoice is shown, once more */
  | ({ type: 'zap.again' } & Ids)
  | ({ type: 'zap.confirm' } & Ids)
  | ({ type: 'zap.cancel' } & Ids)
  /** nobody looks at them any more; one that is under way stays */
  | ({ type: 'zap.forget' } & Ids)
  | ErrorActorEvent;

type Context = {
  /** ids of the zaps, the oldest first */
  zaps: readonly string[];
};

/** All zaps of this visit, each a chart of its own. None ends because nobody looks at it. */
export const zapDeskMachine = setup({
  types: {} as { context: Context; events: ZapDeskEvent },
  actors: { zap: zapMachine },
  guards: { 'is one': ({ context }, { id }: { id: string }) => context.zaps.includes(id) },
  actions: {
    'start zaps': enqueueActions(({ context, enqueue }, { wishes }: { wishes: readonly ZapWish[] }) => {
      const fresh = wishes.filter(({ id }) => !context.zaps.includes(id));
      for (const wish of fresh) enqueue.spawnChild('zap', { id: wish.id, input: { wish } });
      enqueue.assign({ zaps: [...context.zaps, ...fresh.map(({ id }) => id)] });
    }),
    'tell zaps': enqueueActions(
      ({ context, enqueue }, { ids, type }: Ids & { readonly type: 'zap.again' | 'zap.confirm' | 'zap.cancel' }) => {
        for (const id of ids) if (context.zaps.includes(id)) enqueue.sendTo(id, { type });
      },
    ),
    'forget zaps': enqueueActions(({ context, enqueue, self }, { ids }: Ids) => {
      const { children = {} } = self.getSnapshot() as { children?: Record<string, ActorRefFrom<typeof zapMachine>> };
      const gone = ids.filter(
        (id) => context.zaps.includes(id) && children[id]?.getSnapshot().hasTag('over') !== false,
      );
      for (const id of gone) enqueue.stopChild(id);
      enqueue.assign({ zaps: context.zaps.filter((id) => !gone.includes(id)) });
    }),
    'drop zap': assign({ zaps: ({ context }, { id }: { id: string }) => context.zaps.filter((one) => one !== id) }),
  },
}).createMachine({
  id: 'zap-desk',
  context: { zaps: [] },
  initial: 'open',
  states: {
    open: {
      on: {
        'zap.send': {
          actions: [
            {
              type: 'forget zaps',
              params: ({ context, event }) => ({
                ids: context.zaps.slice(0, Math.max(0, context.zaps.length + event.wishes.length - ZAPS_KEPT)),
              }),
            },
            { type: 'start zaps', params: ({ event }) => event },
          ],
        },
        'zap.again': { actions: { type: 'tell zaps', params: ({ event }) => event } },
        'zap.confirm': { actions: { type: 'tell zaps', params: ({ event }) => event } },
        'zap.cancel': { actions: { type: 'tell zaps', params: ({ event }) => event } },
        'zap.forget': { actions: { type: 'forget zaps', params: ({ event }) => event } },
        'xstate.error.actor.*': {
          guard: { type: 'is one', params: ({ event }) => ({ id: event.actorId }) },
          actions: { type: 'drop zap', params: ({ event }) => ({ id: event.actorId }) },
        },
      },
    },
  },
});
