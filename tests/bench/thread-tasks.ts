import type { Page } from '@playwright/test';

type Traced = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** microseconds by the clock, and of processor time */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

const LONG_MS = 50;

/**
 * Tasks of a page's main thread that took more than 50 ms of processor time while `act` went on: what a busy machine adds by
 * the clock is no fault of the page.
 */
export const longTasks = async (page: Page, act: () => Promise<void>): Promise<readonly number[]> => {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const traced: Traced[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void traced.push(...(value as unknown as Traced[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] },
  });
  await act();
  const complete = new Promise<void>((resolve) => void session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const mains = new Set(
    traced
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traced
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1_000)
    .filter((ms) => ms > LONG_MS);
};
