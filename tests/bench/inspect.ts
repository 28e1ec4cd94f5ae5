import type { Page } from '@playwright/test';
import { measureFlood } from './flood.ts';
import { measureScroll } from './scroll.ts';
import type { Row } from './table.ts';

/** The inspector listens and records, out of sight. */
const record = async (page: Page) => {
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  const inspector = page.getByRole('dialog', { name: 'Statechart inspector' });
  await inspector.getByRole('button', { name: 'Record', exact: true }).click();
  await inspector.getByRole('button', { name: 'Back', exact: true }).click();
  await inspector.waitFor({ state: 'hidden' });
};

/** What it costs the app that its statecharts are watched: the flood and the scrolling, against the same unwatched. */
export async function benchInspect(): Promise<Row[]> {
  const [closedFlood, openFlood] = [await measureFlood(), await measureFlood(record)];
  const [closedScroll, openScroll] = [await measureScroll(), await measureScroll(record)];
  const slower = openFlood.seconds / closedFlood.seconds;
  const jerkier = openScroll.p95 / closedScroll.p95;
  const heap = openScroll.after / closedScroll.after;
  return [
    {
      name: 'flood while the inspector records',
      value: `${openFlood.seconds.toFixed(1)} s`,
      against: `closed ${closedFlood.seconds.toFixed(1)} s`,
      ratio: slower.toFixed(2),
      budget: '< 1.5',
      holds: slower < 1.5,
    },
    {
      name: 'its main-thread tasks over 50 ms',
      value: String(openFlood.longTasks.length),
      against: `closed ${closedFlood.longTasks.length}`,
      budget: '0',
      holds: openFlood.longTasks.length === 0,
    },
    {
      name: 'scrolling while it records, p95 frame',
      value: `${openScroll.p95.toFixed(1)} ms`,
      against: `closed ${closedScroll.p95.toFixed(1)} ms`,
      ratio: jerkier.toFixed(2),
      budget: '< 1.5',
      holds: jerkier < 1.5,
    },
    {
      name: 'heap after that',
      value: `${openScroll.after.toFixed(1)} MB`,
      against: `closed ${closedScroll.after.toFixed(1)} MB`,
      ratio: heap.toFixed(2),
    },
  ];
}
