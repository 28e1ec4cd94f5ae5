import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ChartState } from '#domain/inspector/chart.ts';
import type { ActorState } from '#domain/inspector/recording.ts';
import { STATELY } from '#domain/inspector/stately.ts';
import { Button } from '#ui/kit/button.tsx';
import type { AppSearch } from '#ui/search-params.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { drawnChart } from './charts.ts';
import { useInspecting } from './inspector-context.ts';
import { tellStately } from './tell-stately.ts';

const chartOf = ({ machine }: Pick<ActorState, 'machine'>): ChartState | undefined =>
  machine === undefined ? undefined : drawnChart(machine)?.chart;

/** At `?inspect=stately`: Stately's inspector in a window of its own, told of all that happens while this is shown. */
export const StatelyButton = () => {
  const { inspect }: AppSearch = useSearch({ strict: false });
  const { inspector } = useInspecting();
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  if (inspect !== 'stately') return null;
  const open = () => {
    const page = window.open(STATELY.address, 'stately-inspector');
    stop.current();
    if (page) stop.current = tellStately({ inspector, page, here: window, chartOf });
  };
  return (
    <Button size="s" onClick={open}>
      {inspectorTexts.stately}
    </Button>
  );
};
