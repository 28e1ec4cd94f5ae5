import { useSelector } from '@xstate/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ScanWish } from '#domain/scan/scan.ts';
import type { AreaRefs } from '#machines/areas.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useArea } from '#ui/system-context.ts';
import { whole } from '#ui/texts/formats.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { scanTexts as texts } from '#ui/texts/scan.ts';
import './scan.css';

type Props = {
  wish: ScanWish;
  /** gets the code, once */
  onFound: (text: string) => void;
};

const ScanProblem = ({ onRetry }: { onRetry: () => void }) => {
  const problem = useSelector(useArea('scanner'), ({ context }) => context.problem);
  return (
    <>
      {problem && <Problem>{wordsFor(texts.problems, problem)}</Problem>}
      <Button look="line" onClick={onRetry}>
        {texts.again}
      </Button>
    </>
  );
};

const start = (scanner: AreaRefs['scanner'], wish: ScanWish, video: HTMLVideoElement | null) => {
  scanner.send({ type: 'scan.open', wish });
  if (video) scanner.send({ type: 'scan.show', video });
};

/** The picture of the camera, which is on as long as this is shown, until a code is found. */
const Scanner = ({ wish, onFound }: Props) => {
  const scanner = useArea('scanner');
  const video = useRef<HTMLVideoElement>(null);
  const isFailed = useSelector(scanner, (snapshot) => snapshot.hasTag('failed'));
  const isLooking = useSelector(scanner, (snapshot) => snapshot.hasTag('looking'));
  const isOther = useSelector(scanner, (snapshot) => snapshot.hasTag('other'));
  const code = useSelector(scanner, ({ context }) => context.code);
  const parts = useSelector(scanner, ({ context }) => context.parts);
  useEffect(() => {
    start(scanner, wish, video.current);
    return () => scanner.send({ type: 'scan.close' });
  }, [scanner, wish]);
  useEffect(() => {
    const text = code?.take();
    if (text !== undefined) onFound(text);
  }, [code, onFound]);
  const seen = parts ? texts.parts(whole(parts.known), whole(parts.count)) : texts.looking;
  const hint = isOther ? texts.other : seen;
  return (
    <div className="scan">
      <video ref={video} className="scan__picture" aria-label={texts.picture} muted playsInline hidden={isFailed} />
      {isFailed ? (
        <ScanProblem onRetry={() => start(scanner, wish, video.current)} />
      ) : (
        <output className="hint">{isLooking ? hint : texts.starting}</output>
      )}
    </div>
  );
};

/** Opens and closes the camera; what it found is told, and it goes by itself. */
export const ScanCode = ({ wish, onFound }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const [isFound, setFound] = useState(false);
  const found = (text: string) => {
    setOpen(false);
    setFound(true);
    onFound(text);
  };
  return (
    <>
      <Button
        look="line"
        icon={isOpen ? 'close' : 'scan'}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          setFound(false);
        }}
      >
        {isOpen ? texts.close : texts.open}
      </Button>
      {isOpen && (
        <Suspense fallback={<p className="hint">{texts.starting}</p>}>
          <Scanner wish={wish} onFound={found} />
        </Suspense>
      )}
      <output className="vh">{isFound ? texts.found : ''}</output>
    </>
  );
};
