import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { UnlockForm } from '#machines/session/key-unlock.machine.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { useArea } from '#ui/system-context.ts';

/** The accounts of this device, with one of them to be unlocked, as long as the view is there. */
export const useUnlocking = (form: UnlockForm, pubkey?: string) => {
  const unlock = useArea('key-unlock');
  useEffect(() => {
    unlock.send({ type: 'unlock.open', form, ...(pubkey !== undefined && { pubkey }) });
    return () => unlock.send({ type: 'unlock.close' });
  }, [unlock, form, pubkey]);
  return {
    unlock,
    chosen: useSelector(unlock, ({ context }) => context.pubkey),
    accounts: useSelector(unlock, ({ context }) => context.accounts),
    message: useSelector(unlock, ({ context }) => problemText(context.problem)),
    busy: useSelector(unlock, (snapshot) => snapshot.hasTag('busy')),
    isEmpty: useSelector(unlock, (snapshot) => snapshot.hasTag('no accounts')),
    isOpened: useSelector(unlock, (snapshot) => snapshot.hasTag('opened') && snapshot.context.form === form),
  };
};
