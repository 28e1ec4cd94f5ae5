import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useArea } from '#ui/system-context.ts';
import { stepLines, verdictOf, type TestVerdict } from './test-words.ts';
import { relayTexts } from '#ui/texts/relays.ts';

const { test } = relayTexts;
const ICONS = { ok: 'check', warn: 'alert', bad: 'alert' } as const;

const VerdictBanner = ({ tone, title, why }: TestVerdict) => (
  <Banner tone={tone} icon={ICONS[tone]} title={title}>
    {why === '' ? undefined : why}
  </Banner>
);

/** Tries one relay step by step, and says plainly whether it is of use. */
export const RelayTest = ({ url }: { url: string }) => {
  const tester = useArea('relay-test');
  const context = useSelector(tester, (snapshot) => snapshot.context);
  const isBusy = useSelector(tester, (snapshot) => snapshot.hasTag('busy'));
  const isDone = useSelector(tester, (snapshot) => snapshot.hasTag('done'));
  const isThis = context.url === url;
  // a test goes on only as long as somebody looks at it
  useEffect(() => () => tester.send({ type: 'test.cancel' }), [tester]);
  return (
    <section className="stack rt" aria-labelledby="relay-test">
      <div className="spread">
        <h3 id="relay-test">{test.title}</h3>
        {isThis && isBusy ? (
          <Button look="line" size="s" onClick={() => tester.send({ type: 'test.cancel' })}>
            {test.cancel}
          </Button>
        ) : (
          <Button look="line" size="s" icon="pulse" onClick={() => tester.send({ type: 'test.start', url })}>
            {isThis && isDone ? test.again : test.start}
          </Button>
        )}
      </div>
      {isThis && (isBusy || isDone) && (
        <ol className="steps rt__steps" aria-label={test.title}>
          {stepLines(context.results, isBusy ? context.step : undefined).map(({ step, look, label, detail }) => (
            <li key={step} data-s={look} aria-current={look === 'now' ? 'step' : undefined}>
              <span>{label}</span>
              <span className={look === 'done' ? 'num' : undefined}>{detail}</span>
            </li>
          ))}
        </ol>
      )}
      {isThis && isDone && <VerdictBanner {...verdictOf(context.results)} />}
      {!(isThis && (isBusy || isDone)) && <p className="hint">{test.lead}</p>}
    </section>
  );
};
