import type { ChartLayout } from '#domain/inspector/chart-layout.ts';
import type { ChartState } from '#domain/inspector/chart.ts';

/** A chart with the places of all that is drawn of it. */
export type DrawnChart = { readonly chart: ChartState; readonly layout: ChartLayout };

const charts = import.meta.glob<ChartState>('../../../statecharts/*.json', { eager: true, import: 'default' });
const layouts = import.meta.glob<ChartLayout>('../../../statecharts/layout/*.json', { eager: true, import: 'default' });

/** The chart of a machine by its id; undefined when this version has none of that name. */
export const drawnChart = (machine: string): DrawnChart | undefined => {
  const chart = charts[`../../../statecharts/${machine}.json`];
  const layout = layouts[`../../../statecharts/layout/${machine}.json`];
  return chart && layout && { chart, layout };
};
