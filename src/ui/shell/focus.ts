import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves the focus to the content of the screen. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** After each change of the screen the focus goes to its content, unless the screen took it already. */
export const useFocusOnScreenChange = (): void => {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const main = document.getElementById('main');
        if (fromLocation && pathChanged && !main?.contains(document.activeElement)) focusMain();
      }),
    [router],
  );
};
