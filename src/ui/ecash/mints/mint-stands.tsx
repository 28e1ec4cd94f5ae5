import { useState } from 'react';
import type { MintSeen } from '#ports/ecash.ts';
import { ageLabel, whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';

/** Whether a mint answered when it was asked last. */
export const MintStands = ({ seen }: { seen: MintSeen }) => {
  const texts = ecashTexts.mintsPage;
  const [now] = useState(Date.now);
  const { isSilent, lastAnswerAt, lastFailureAt, medianMs } = seen;
  if (isSilent)
    return (
      <small className="c-bad">
        <i className="light light--l" data-s="bad" />
        {texts.silent(ageLabel(Math.max(0, now - (lastAnswerAt ?? lastFailureAt ?? now))))}
      </small>
    );
  if (medianMs === undefined) return <small>{texts.notAsked}</small>;
  return (
    <small>
      <i className="light light--l" data-s="ok" />
      {texts.answers(whole(Math.round(medianMs)))}
    </small>
  );
};
