/** Every test of a Vitest report: what it is called and how many ms it took. */
const unitTests = (report) =>
  (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${name.split('/tests/').at(-1)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  );

const suiteTests = ({ suites = [], specs = [] }) => [
  ...specs.map(({ file, title, tests }) => ({
    name: `${file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...suites.flatMap(suiteTests),
];

/** Every test of a Playwright report, with all its tries. */
const browserTests = (report) => (report?.suites ?? []).flatMap(suiteTests);

/** The tests of a Vitest and a Playwright report that took longest, the slowest first, a line each. */
export const slowest = ({ unit, browser }, count = 20) =>
  [...unitTests(unit), ...browserTests(browser)]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`);
