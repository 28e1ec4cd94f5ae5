import { useEffect, useRef, useState, type ReactNode } from 'react';
import './qr-code.css';

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

type Props = {
  /** the text; a secret one is a function, asked when it is drawn, and never in React's hands */
  text: string | (() => string);
  label: string;
  /** stands there when it cannot be drawn */
  fallback: ReactNode;
};

/** A text as pixels for a camera; they are wiped when they go. */
export const QrCode = ({ text, label, fallback }: Props) => {
  const place = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const canvas = place.current!;
    let isGone = false;
    import('uqr')
      .then(
        ({ encode }) =>
          !isGone && draw(canvas, encode(typeof text === 'string' ? text : text(), { ecc: 'M', border: 4 })),
      )
      .catch(() => !isGone && setFailed(true));
    return () => {
      isGone = true;
      canvas.width = 0;
    };
  }, [text]);
  return (
    <>
      {failed && fallback}
      <div className="qr" hidden={failed}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture must be in no address */}
        <canvas ref={place} role="img" aria-label={label} width={0} height={0} />
      </div>
    </>
  );
};
