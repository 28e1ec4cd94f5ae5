import type { ReactNode } from 'react';
import type { Stake } from '#domain/ecash/ledger/stake.ts';
import type { ClearAction } from '#machines/cache/clear-action.machine.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { cacheTexts as texts } from '#ui/texts/cache.ts';
import { useClear } from './use-cache.ts';

type Props = {
  action: ClearAction;
  /** left out: those of the cache (CACHE-19) */
  title?: string;
  confirm?: string;
  /** there is nothing to clear */
  isEmpty?: boolean;
  /** the user has not read or typed yet what they must */
  isHeld?: boolean;
  /** to be deleted, too */
  ecash?: readonly Stake[] | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before something is cleared, and clears it (CACHE-19 to CACHE-21). */
export const ConfirmSheet = ({
  action,
  title,
  confirm,
  isEmpty = false,
  isHeld = false,
  ecash,
  onClose,
  children,
}: Props) => {
  const clear = useClear(action, onClose);
  const leave = () => {
    if (!clear.busy) onClose();
  };
  return (
    <Sheet
      title={title ?? texts.clear.title}
      onClose={leave}
      foot={
        <>
          <Button disabled={clear.busy} onClick={leave}>
            {texts.cancel}
          </Button>
          <Button
            look="danger"
            busy={clear.busy}
            disabled={isEmpty || isHeld || clear.waits}
            {...(clear.busy && { icon: 'refresh' as const })}
            onClick={() => clear.confirm(ecash)}
          >
            {clear.busy ? texts.clearing : (confirm ?? texts.clear.confirm)}
          </Button>
        </>
      }
    >
      {children}
      {clear.message !== '' && <Problem>{clear.message}</Problem>}
    </Sheet>
  );
};
