import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

/** The way back in for whom no passphrase opens the saved key: forgotten, or the record is damaged (KEY-20, KEY-27 to KEY-29). */
export const WithNsec = ({ look = 'ghost' }: { look?: 'ghost' | 'primary' }) => {
  const open = useOpenOverlay();
  return (
    <Button look={look} onClick={() => open({ nsecLogin: true })}>
      {texts.unlock.withNsec}
    </Button>
  );
};
