import type { ActorRefFrom } from 'xstate';
import type { AccountState } from '#domain/session/account.ts';
import type { loginMachine } from '#machines/session/login.machine.ts';

export type LoginRef = ActorRefFrom<typeof loginMachine>;
/** The running login; undefined for the moment in which it is started again. */
export type FindLogin = () => LoginRef | undefined;

const AGAIN_MS = 1_000;

/** What the state of the login allows. */
export const accountStateOf = (snapshot: Pick<ReturnType<LoginRef['getSnapshot']>, 'hasTag'>): AccountState => {
  if (snapshot.hasTag('unlocked')) return 'unlocked';
  if (snapshot.hasTag('locked')) return 'locked';
  if (snapshot.hasTag('extension')) return 'extension';
  return snapshot.hasTag('visitor') ? 'visitor' : 'read only';
};

/** Tells the state of the login now and after each change, also of a login that was started again. */
export const followLogin = (find: FindLogin, tell: (state: AccountState) => void): (() => void) => {
  let known: AccountState | undefined;
  let stop = () => {};
  const note = (state: AccountState) => {
    if (state === known) return;
    known = state;
    tell(state);
  };
  const follow = () => {
    const login = find();
    const again = () => {
      const timer = setTimeout(follow, AGAIN_MS);
      stop = () => clearTimeout(timer);
    };
    if (!login) return again();
    const subscription = login.subscribe({
      next: (snapshot) => note(accountStateOf(snapshot)),
      error: again,
      complete: again,
    });
    stop = () => subscription.unsubscribe();
    note(accountStateOf(login.getSnapshot()));
  };
  follow();
  return () => stop();
};
