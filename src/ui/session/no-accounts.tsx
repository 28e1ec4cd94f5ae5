import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

/** There is no saved account to unlock (LOGIN-41). */
export const NoAccounts = () => {
  const open = useOpenOverlay();
  return (
    <EmptyState
      art="bird"
      title={texts.accounts.none}
      action={
        <Button look="primary" onClick={() => open({ nsecLogin: true })}>
          {texts.unlock.withNsec}
        </Button>
      }
    >
      {texts.accounts.noneWhy}
    </EmptyState>
  );
};
