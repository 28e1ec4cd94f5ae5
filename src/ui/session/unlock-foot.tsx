import { Button } from '#ui/kit/button.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';

type FootProps = { formId: string; label: string; busy: boolean; disabled: boolean; onCancel: () => void };

/** Cancel, which also stops an unlocking, and the button that unlocks. */
export const UnlockFoot = ({ formId, label, busy, disabled, onCancel }: FootProps) => (
  <>
    <Button onClick={onCancel}>{texts.cancel}</Button>
    <Button look="primary" icon="unlock" type="submit" form={formId} busy={busy} disabled={disabled}>
      {label}
    </Button>
  </>
);
