import type { Problem } from '#domain/problem.ts';
import { TEST_STEPS, type TestStep } from '#domain/relays/test-steps.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import type { TestResult } from '#machines/relays/relay-test.machine.ts';
import { speedLabel } from './relay-words.ts';
import { relayTexts } from '#ui/texts/relays.ts';

const { test } = relayTexts;

/** How one step of the test stands, in the words and the look of its line. */
export type StepLine = {
  readonly step: TestStep;
  readonly look: 'done' | 'now' | 'bad' | undefined;
  readonly label: string;
  /** ms, or why it failed; '' as long as nothing is known */
  readonly detail: string;
};

const detailOf = ({ outcome, ms, reason }: TestResult): string => {
  if (outcome === 'passed') return ms === undefined ? test.passed : speedLabel(ms);
  return outcome === 'skipped' ? test.skipped : problemText(reason) || test.failed;
};

/** Why a step failed, as a sentence. */
const sentence = (reason: Problem | undefined): string => {
  const said = problemText(reason);
  return said.charAt(0).toUpperCase() + said.slice(1);
};

const lookOf = (result: TestResult | undefined, isNow: boolean): StepLine['look'] => {
  if (result?.outcome === 'passed') return 'done';
  if (result?.outcome === 'failed') return 'bad';
  return isNow && result === undefined ? 'now' : undefined;
};

/** All steps of a test; `now` is the one at work. */
export const stepLines = (results: readonly TestResult[], now: TestStep | undefined): readonly StepLine[] =>
  TEST_STEPS.map((step) => {
    const result = results.find((known) => known.step === step);
    return {
      step,
      look: lookOf(result, step === now),
      label: test.steps[step],
      detail: result ? detailOf(result) : '',
    };
  });

/** What a test comes to, plainly. */
export type TestVerdict = { readonly tone: 'ok' | 'warn' | 'bad'; readonly title: string; readonly why: string };

/** The verdict of a test that is over. */
export const verdictOf = (results: readonly TestResult[]): TestVerdict => {
  const of = (step: TestStep) => results.find((known) => known.step === step);
  const failed = (step: TestStep) => of(step)?.outcome === 'failed';
  const why = (step: TestStep) => sentence(of(step)?.reason);
  if (failed('connect')) return { tone: 'bad', title: test.unreachable, why: why('connect') };
  if (failed('round trip')) return { tone: 'bad', title: test.silent, why: why('round trip') };
  const reads = !failed('read');
  if (failed('write'))
    return { tone: 'warn', title: reads ? test.readOnly : test.useless, why: why('write') || why('read') };
  if (!reads) return { tone: 'warn', title: test.writeOnly, why: why('read') };
  if (of('write')?.outcome !== 'passed') return { tone: 'ok', title: test.readable, why: why('write') };
  return { tone: 'ok', title: test.works, why: failed('information') ? test.mute : '' };
};
