import { fromCallback, fromPromise } from 'xstate';
import { Failure } from '#domain/problem.ts';
import type { AreaName, RunningAreas } from '#machines/areas.ts';
import type { GatedAct } from '#machines/session/login-gate.machine.ts';
import { followLogin } from './follow-login.ts';

type Deps = Pick<RunningAreas, 'follow'> & {
  readonly find: (name: AreaName) => { send(event: GatedAct['event']): void } | undefined;
  /** Settled once the area runs. */
  readonly ready: (name: AreaName) => Promise<void> | undefined;
};

/** The slots of the gate: it hears of the login, and tells the area of an act. */
export const createGate = ({ find, follow, ready }: Deps) => ({
  followAccount: fromCallback(({ sendBack }) =>
    followLogin(follow, (state) => sendBack({ type: 'account.is', state })),
  ),
  tellArea: fromPromise<void, GatedAct>(async ({ input: { area, event }, system }) => {
    if (area === 'app') return void system.get('app')?.send(event);
    const name = area as AreaName;
    if (!find(name)) {
      await ready(name)?.catch(() => {
        throw new Failure({ code: 'code-not-loaded' });
      });
    }
    const actor = find(name);
    if (!actor) throw new Failure({ code: 'not-ready' });
    actor.send(event);
  }),
});
