import type { AccountState } from '#domain/session/account.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';

/** The running login; undefined until it was started. */
export type FindLogin = () => AreaRefs['login'] | undefined;

/** What the state of the login allows. */
export const accountStateOf = (
  snapshot: Pick<ReturnType<AreaRefs['login']['getSnapshot']>, 'hasTag'>,
): AccountState => {
  if (snapshot.hasTag('unlocked')) return 'unlocked';
  if (snapshot.hasTag('locked')) return 'locked';
  if (snapshot.hasTag('extension')) return 'extension';
  return snapshot.hasTag('visitor') ? 'visitor' : 'read only';
};

/** Tells the state of the login now and after each change, also of a login that was started again. */
export const followLogin = (follow: RunningAreas['follow'], tell: (state: AccountState) => void): (() => void) => {
  let known: AccountState | undefined;
  return follow('login', (snapshot) => {
    const state = accountStateOf(snapshot);
    if (state === known) return;
    known = state;
    tell(state);
  });
};
