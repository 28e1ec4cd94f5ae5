import { useOpenOverlay } from '#ui/overlay.ts';
import { ChoiceRow } from '#ui/kit/choice-row.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { useSavedAccounts } from './use-login.ts';
import './session.css';

/** Leads to the question before all saved keys are deleted (SET-28). */
export const ClearKeysRow = () => {
  const open = useOpenOverlay();
  const count = useSavedAccounts().length;
  return (
    <ChoiceRow
      icon="key"
      title={texts.clear.row}
      why={count === 0 ? texts.clear.rowNone : texts.clear.rowWhy(count)}
      onPress={() => open({ clearSavedKeys: true })}
    />
  );
};
