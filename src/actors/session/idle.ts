import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { idleMinutesOf } from '#domain/session/idle-lock.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { IdleLockChoice } from '#store/session/idle-lock.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { followLogin, type FindLogin } from './follow-login.ts';

/** Tells when a key is unlocked and when there is none to lock. */
export const defineWatchKey = (follow: RunningAreas['follow']) =>
  fromCallback(({ sendBack }) =>
    followLogin(follow, (state) => sendBack({ type: state === 'unlocked' ? 'key.unlocked' : 'key.locked' })),
  );

/** What counts as a sign of the user; coming back to the page is looked at on its own. */
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

type Deps = {
  readonly window: EventTarget;
  /** fires `visibilitychange` */
  readonly document: EventTarget;
  /** ms since the epoch */
  readonly now: () => number;
};

/**
 * Tells once nobody touched the page for so long. Time in which the device slept counts: timers stand still then, so the
 * clock is read again at the first touch.
 */
export const defineWatchIdleness = ({ window, document, now }: Deps) =>
  fromCallback<AnyEventObject, { limitMs: number }>(({ input: { limitMs }, sendBack }) => {
    let touchedAt = now();
    let timer: ReturnType<typeof setTimeout>;
    /** Waits for the rest of the time, or tells that it is over. */
    const look = (): boolean => {
      clearTimeout(timer);
      const restMs = touchedAt + limitMs - now();
      if (restMs > 0) timer = setTimeout(look, restMs);
      else sendBack({ type: 'idle.passed' });
      return restMs > 0;
    };
    const touch = () => {
      if (now() - touchedAt >= limitMs) return void look();
      touchedAt = now();
    };
    for (const type of TOUCHES) window.addEventListener(type, touch, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      for (const type of TOUCHES) window.removeEventListener(type, touch, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  });

export const defineLockKey = (find: FindLogin) => fromPromise<void>(async () => find()?.send({ type: 'key.lock' }));

/** The choice, and whose key it is about. */
type Chosen = { readonly choice: IdleLockChoice; readonly account: Pick<AccountStore, 'get' | 'subscribe'> };

/** Tells what holds for the key of the account, now and after each change, also of another tab. */
export const defineWatchIdleChoice = ({ choice, account }: Chosen) =>
  fromCallback(({ sendBack }) => {
    const { minutes, by } = choice.get();
    // an earlier version did not write who chose
    if (minutes > 0 && by === undefined) choice.set({ minutes, by: account.get().pubkey });
    const tell = () => sendBack({ type: 'choice.is', minutes: idleMinutesOf(choice.get(), account.get()) });
    tell();
    const leave = [choice.subscribe(tell), account.subscribe(tell)];
    return () => leave.forEach((stop) => stop());
  });

/** Keeps the choice as that of the account. */
export const defineRememberChoice = ({ choice, account }: Chosen) =>
  fromPromise<void, { minutes: number }>(async ({ input: { minutes } }) =>
    choice.set({ minutes, by: account.get().pubkey }),
  );
