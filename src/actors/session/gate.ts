import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { Session } from '#ports/session.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { followLogin } from './follow-login.ts';

/** The actions that wait for a login, which no machine can hold, and the slots that run or drop them by their id. */
export const createGate = ({ find, follow }: RunningAreas) => {
  const actions = new Map<number, () => void>();
  let count = 0;
  const requireLogin: Session['requireLogin'] = (run, { need = 'sign', title = '' } = {}) => {
    const id = (count += 1);
    actions.set(id, run);
    const ref = find('login-gate');
    if (ref) ref.send({ type: 'gate.require', action: { id, need, title } });
    else actions.delete(id);
  };
  return {
    requireLogin,
    followAccount: fromCallback(({ sendBack }) =>
      followLogin(follow, (state) => sendBack({ type: 'account.is', state })),
    ),
    /** An action whose wait ended without a login is dropped (LOGIN-07). */
    holdAction: fromCallback<AnyEventObject, { id: number }>(
      ({ input }) =>
        () =>
          void actions.delete(input.id),
    ),
    runAction: fromPromise<void, { id: number }>(async ({ input }) => {
      const run = actions.get(input.id);
      actions.delete(input.id);
      run?.();
    }),
  };
};
