import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { sessionTexts } from '#ui/texts/session.ts';
import { Problem } from './problem.tsx';

const { view: texts } = sessionTexts;

/** px of a module; the style makes the picture as wide as its plate */
const MODULE = 4;

const draw = (canvas: HTMLCanvasElement, { data, size }: { data: readonly boolean[][]; size: number }) => {
  canvas.width = canvas.height = size * MODULE;
  const pen = canvas.getContext('2d')!;
  // dark on light in both themes: many readers know nothing else
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  data.forEach((row, y) => row.forEach((isDark, x) => isDark && pen.fillRect(x * MODULE, y * MODULE, MODULE, MODULE)));
};

type Props = { read: () => string };

/** The key as pixels; its text is read when they are drawn, and they are wiped when it goes. */
const Plate = ({ read }: Props) => {
  const place = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const canvas = place.current!;
    let isGone = false;
    import('uqr').then(
      ({ encode }) => !isGone && draw(canvas, encode(read(), { ecc: 'M', border: 4 })),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
      canvas.width = 0;
    };
  }, [read]);
  return (
    <>
      {failed && <Problem>{texts.noQr}</Problem>}
      <div className="qr" hidden={failed}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture must be in no address */}
        <canvas ref={place} role="img" aria-label={texts.qr} width={0} height={0} />
      </div>
    </>
  );
};

/** The key for the camera of another device, once it is asked for. */
export const KeyQr = ({ read }: Props) => {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button look="line" icon={isShown ? 'eyeoff' : 'qr'} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? texts.hideQr : texts.showQr}
      </Button>
      {isShown && <Plate read={read} />}
    </>
  );
};
