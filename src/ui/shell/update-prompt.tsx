import { useSelector } from '@xstate/react';
import { Button } from '#ui/kit/button.tsx';
import { useKeyAtRisk } from '#ui/key-at-risk.ts';
import { useArea } from '#ui/system-context.ts';
import { updateTexts } from '#ui/texts/update.ts';
import { AppPrompt } from './app-prompt.tsx';

const texts = updateTexts;

/** A new version waits, is put off for what is under way, or takes over (PWA-05, PWA-06). */
export const UpdatePrompt = () => {
  const update = useArea('update');
  const tag = useSelector(update, (snapshot) =>
    (['held', 'updating', 'failed'] as const).find((name) => snapshot.hasTag(name)),
  );
  const underWay = useSelector(update, ({ context }) => context.underWay) ?? 'post';
  const isKeyAtRisk = useKeyAtRisk();
  const later = <Button onClick={() => update.send({ type: 'update.later' })}>{texts.later}</Button>;
  if (tag === 'updating')
    return (
      <AppPrompt title={texts.updating} busy>
        {texts.updatingWhy}
      </AppPrompt>
    );
  if (tag === 'held')
    return (
      <AppPrompt title={texts.updating} acts={later} busy>
        {texts.held[underWay]}
      </AppPrompt>
    );
  return (
    <AppPrompt
      title={texts.available}
      acts={
        <>
          {later}
          <Button look="primary" onClick={() => update.send({ type: 'update.confirm' })}>
            {texts.now}
          </Button>
        </>
      }
    >
      {tag === 'failed' && `${texts.failed} `}
      {isKeyAtRisk ? texts.keyLost : tag !== 'failed' && texts.availableWhy}
    </AppPrompt>
  );
};
