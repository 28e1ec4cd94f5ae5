import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useArea } from '#ui/system-context.ts';

/** A relay that is asked whether it answers before it is read. */
type AskedRelay = {
  readonly isBusy: boolean;
  /** the one that was asked last, when it did not answer */
  readonly silent: string | undefined;
  readonly ask: (url: string) => void;
};

/** Asks a relay nobody has used yet; `onAnswer` hears its URL once it answered. */
export const useAskedRelay = (onAnswer: (url: string) => void): AskedRelay => {
  const tester = useArea('relay-test');
  const [asked, setAsked] = useState<string>();
  const url = useSelector(tester, ({ context }) => context.url);
  const answer = useSelector(
    tester,
    ({ context }) => context.results.find(({ step }) => step === 'round trip')?.outcome,
  );
  const isOver = useSelector(tester, (snapshot) => snapshot.hasTag('done'));
  const outcome = asked === undefined || url !== asked ? undefined : (answer ?? (isOver ? 'failed' : undefined));
  const tell = useEffectEvent(() => {
    tester.send({ type: 'test.cancel' });
    if (outcome === 'passed') onAnswer(asked!);
  });
  useEffect(() => {
    if (outcome !== undefined) tell();
  }, [outcome]);
  useEffect(() => () => tester.send({ type: 'test.cancel' }), [tester]);
  return {
    isBusy: asked !== undefined && outcome === undefined,
    silent: outcome === undefined || outcome === 'passed' ? undefined : asked,
    ask: (relay) => {
      setAsked(relay);
      tester.send({ type: 'test.start', url: relay });
    },
  };
};
