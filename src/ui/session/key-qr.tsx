import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { QrCode } from '#ui/kit/qr-code.tsx';
import { sessionTexts } from '#ui/texts/session.ts';
import { Problem } from '#ui/kit/problem.tsx';

const { view: texts } = sessionTexts;

type Props = { read: () => string };

/** The key for the camera of another device, once it is asked for. */
export const KeyQr = ({ read }: Props) => {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button look="line" icon={isShown ? 'eyeoff' : 'qr'} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? texts.hideQr : texts.showQr}
      </Button>
      {isShown && <QrCode text={read} label={texts.qr} fallback={<Problem>{texts.noQr}</Problem>} />}
    </>
  );
};
