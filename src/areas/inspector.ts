import type { Inspector } from '#ports/inspector.ts';
import type { ChartState } from '#domain/inspector/chart.ts';
import { createInspector } from '#actors/inspector/inspector.ts';
import { inspectorMachine } from '#machines/inspector/inspector.machine.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

declare const __APP_VERSION__: string;

const charts = import.meta.glob<ChartState>('../../statecharts/*.json', { eager: true, import: 'default' });

/** The area that shows what the statecharts do. */
export const inspectorAreas = ({
  now,
}: Pick<AreaDeps, 'now'>): { areas: AreasOf<'inspector'>; inspector: Inspector } => {
  const app = { version: __APP_VERSION__, chart: (id: string) => charts[`../../statecharts/${id}.json`] };
  const { inspector, ...slots } = createInspector({ now, app });
  return { areas: { inspector: { logic: inspectorMachine.provide(slots) } }, inspector };
};
