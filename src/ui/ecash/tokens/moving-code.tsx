import { useEffect, useState } from 'react';
import { CODE_STILL_MOST, CODE_PART_MS } from '#domain/ecash/ecash-limits.ts';
import { cutIntoParts } from '#domain/ecash/codes/ur-parts.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { QrCode } from '#ui/kit/qr-code.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';

const texts = ecashMovesTexts.send;

type Words = { readonly qr: string; readonly qrMoving: (count: string) => string };
type Props = { token: string; words?: Words };

const Moving = ({ token, words = texts }: Props) => {
  const [parts] = useState(() => cutIntoParts(token));
  const [number, show] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => show((shown) => shown + 1), CODE_PART_MS);
    return () => clearInterval(timer);
  }, []);
  const count = whole(parts.count);
  return (
    <>
      <QrCode
        text={parts.part(number).toUpperCase()}
        label={words.qrMoving(count)}
        fallback={<Problem>{texts.noQr}</Problem>}
      />
      <p className="hint center">{texts.moving(count)}</p>
    </>
  );
};

/** A token, or another long text, for a camera: as one code, or as one that moves when it is long (NUT-16). */
export const TokenCode = ({ token, words = texts }: Props) =>
  token.length > CODE_STILL_MOST ? (
    <Moving token={token} words={words} />
  ) : (
    <QrCode text={token} label={words.qr} fallback={<Problem>{texts.noQr}</Problem>} />
  );
