import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Note } from '#domain/note/note.ts';
import type { AreaName, AreaRefs } from '#machines/areas.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useSystem, type System } from '#ui/system-context.ts';
import { onceLoginIsGone } from './once-login-is-gone.ts';

/** What is done by a view once the gate lets it through. */
type ScreenAct =
  /** once the sheets of the login are gone */
  | { readonly type: 'sheet.open'; readonly search: AppSearch }
  | { readonly type: 'feed.showFollowed' }
  /** the user's own */
  | { readonly type: 'profile.show' }
  | { readonly type: 'people.follow'; readonly people: readonly string[] }
  /** `field`: of which thread */
  | { readonly type: 'reply.begin'; readonly field: string; readonly note: Note };

/** What one area can be told. */
type AreaAct = {
  [Name in AreaName]: { readonly area: Name; readonly event: Parameters<AreaRefs[Name]['send']>[0] };
}[AreaName];

type Require = {
  readonly act: ScreenAct | AreaAct;
  /** 'login': being logged in is enough, also read only; without it a signature is needed */
  readonly need?: 'login' | 'sign';
  /** the word of the button, as in 'Unlock & Like' */
  readonly title?: string;
};

/**
 * Says that the code of the login could not be loaded. Where a sheet would ask for the login, that one says so and loads it by
 * 'Try again': while the login does not run, a saved key is locked. What tells notices may be missing, too.
 */
const useSayMissing = () => {
  const { account, app } = useSystem();
  const open = useOpenOverlay();
  return ({ need = 'sign' }: Require) => {
    const { pubkey, method } = account.get();
    if (pubkey === undefined) open({ login: true });
    else if (method === 'nsec' && need === 'sign') open({ unlockKey: true });
    else app.send({ type: 'notice.show', problem: { code: 'code-not-loaded' } });
  };
};

/**
 * Does what needs a login, now or after the login that it asks for; it is dropped when the user does not log in
 * (LOGIN-05 to LOGIN-07).
 */
export const useLoginGate = (): ((wanted: Require) => void) => {
  const { find, later } = useSystem();
  const open = useOpenOverlay();
  const router = useRouter();
  const sayMissing = useSayMissing();
  const require = async ({ act, need = 'sign', title = '' }: Require) => {
    await later('session');
    const gate = find('login-gate');
    const told = 'area' in act ? act : { area: 'app', event: { type: 'screen.show', act } };
    gate?.send({ type: 'gate.require', action: { ...told, need, title } });
    const now = gate?.getSnapshot();
    if (now?.hasTag('asking unlock')) open({ unlockKey: true });
    else if (now?.hasTag('asking login')) open({ login: true });
    else return;
    // not by the sheet that asks: it may leave the address before its code is there
    onceLoginIsGone(router, () => find('login-gate')?.send({ type: 'gate.cancel' }));
  };
  return (wanted) => void require(wanted).catch(() => sayMissing(wanted));
};

type Told<Type> = Extract<ScreenAct, { type: Type }>;

/** Tells what the gate lets through, until the returned function is called. */
export const onScreenAct = <Type extends ScreenAct['type']>(
  app: System['app'],
  type: Type,
  tell: (act: Told<Type>) => void,
): (() => void) =>
  app.on('screen', ({ act }) => {
    if (act.type === type) tell(act as Told<Type>);
  }).unsubscribe;

/** Does on this screen what the gate lets through. */
export const useScreenAct = <Type extends ScreenAct['type']>(type: Type, act: (told: Told<Type>) => void): void => {
  const { app } = useSystem();
  const take = useEffectEvent(act);
  useEffect(() => onScreenAct(app, type, (told) => take(told)), [app, type]);
};
