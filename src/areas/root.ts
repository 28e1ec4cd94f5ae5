import { enqueueActions, type AnyActorLogic } from 'xstate';
import { logFailure } from '#actors/shell/log.ts';
import { appMachine } from '#machines/shell/app.machine.ts';
import type { AnyArea } from './deps.ts';

/** Of logic that the root's chart does not name; XState's own type of it knows no ids. */
type Spawn = (logic: AnyActorLogic, options: { id: string; systemId: string; input: unknown }) => void;

/** The root with its areas; each is started, and started again when it failed, under its name. */
export const rootOf = (areas: ReadonlyMap<string, AnyArea>) => {
  const start = (spawn: Spawn, id: string) => {
    const { logic, input } = areas.get(id) ?? {};
    if (logic) spawn(logic, { id, systemId: id, input });
  };
  return appMachine.provide({
    actions: {
      'start areas': enqueueActions(({ enqueue }) => {
        for (const id of areas.keys()) start(enqueue.spawnChild as Spawn, id);
      }),
      'start area': enqueueActions(({ enqueue }, { id }) => start(enqueue.spawnChild as Spawn, id)),
      'restart area': enqueueActions(({ enqueue }, { actorId: id, error }) => {
        logFailure(`Started again: ${id}`, error);
        enqueue.stopChild(id);
        start(enqueue.spawnChild as Spawn, id);
      }),
    },
  });
};
