/** What a Vitest report calls failed: its name and what it said. A file that could not be read at all is named, too. */
const unitFailed = (report) =>
  (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = name.split('/tests/').at(-1);
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: `${file} › ${fullName}`, said: failureMessages?.[0] ?? '' }));
    return status === 'failed' && tests.length === 0 ? [{ name: file, said: message ?? '' }] : tests;
  });

const suiteFailed = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      name: `${file} › ${title}`,
      said: tests.flatMap(({ results }) => results).findLast(({ error }) => error)?.error.message ?? '',
    })),
  ...suites.flatMap(suiteFailed),
];

/** the colours of a terminal */
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[\d+m/g;

/**
 * What failed by a Vitest and a Playwright report: for each its name and the first lines of what it said, so that whoever
 * sees only the end of a log knows where to look.
 */
export const failed = ({ unit, browser }, lines = 12) =>
  [...unitFailed(unit), ...(browser?.suites ?? []).flatMap(suiteFailed)].map(({ name, said }) =>
    [name, ...said.replaceAll(COLOURS, '').split('\n').slice(0, lines)].join('\n    '),
  );
