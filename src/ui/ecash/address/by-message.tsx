import { useSyncExternalStore } from 'react';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';

/** Whether ecash is looked for in private messages. */
export const ReceivesByMessage = () => {
  const { byMessage } = useEcash();
  const { receives, isPublished } = useSyncExternalStore(byMessage.stand.subscribe, byMessage.stand.get);
  const texts = ecashTexts.byMessage;
  return (
    <div className="list">
      <SwitchRow
        label={texts.receive}
        hint={isPublished === false ? (receives ? ecashTexts.tips.notYet : texts.stillThere) : texts.why}
        checked={receives}
        onChange={byMessage.set}
      />
    </div>
  );
};
