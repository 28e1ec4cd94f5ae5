import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { createNameless } from '#domain/inspector/anonymous.ts';
import type { ChartState } from '#domain/inspector/chart.ts';
import type { ActorState, LogEntry } from '#domain/inspector/recording.ts';
import {
  actorMessage,
  entryMessages,
  STATELY,
  STATELY_CONNECTED,
  type StatelyMessage,
} from '#domain/inspector/stately.ts';
import { createWorld } from '#domain/inspector/world.ts';
import type { Inspector } from '#ports/inspector.ts';
import { Button } from '#ui/kit/button.tsx';
import type { AppSearch } from '#ui/search-params.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { drawnChart } from './charts.ts';
import { useInspecting } from './inspector-context.ts';

const chartOf = ({ machine }: Pick<ActorState, 'machine'>): ChartState | undefined =>
  machine === undefined ? undefined : drawnChart(machine)?.chart;

/**
 * Tells Stately's page what happens: what stands in the log of the inspector, so without secrets, and without names and
 * addresses. Whoever is in that window instead of it is told nothing. Gives back what ends it.
 */
const tellStately = (inspector: Inspector, page: Window): (() => void) => {
  const nameless = createNameless();
  const world = createWorld();
  let isThere = false;
  let rootId = '';
  const send = (messages: readonly StatelyMessage[]) => {
    if (isThere) for (const message of messages) page.postMessage(message, STATELY.origin);
  };
  const tell = (more: readonly LogEntry[]) => {
    for (const entry of more.map(nameless.entry)) {
      world.apply(entry);
      const after = world.get(entry.actor);
      send(entryMessages(entry, after, after && chartOf(after), rootId));
    }
  };
  const { actors, end } = inspector.listen(tell);
  rootId = actors[0]?.id ?? '';
  for (const actor of actors) world.add(nameless.actor(actor));
  const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== page || origin !== STATELY.origin) return;
    if ((data as { type?: unknown } | null)?.type !== STATELY_CONNECTED) return;
    isThere = true;
    send([...world.actors.values()].map((actor) => actorMessage(actor, chartOf(actor), rootId)));
  };
  window.addEventListener('message', hear);
  return () => {
    end();
    window.removeEventListener('message', hear);
  };
};

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
    if (page) stop.current = tellStately(inspector, page);
  };
  return (
    <Button size="s" onClick={open}>
      {inspectorTexts.stately}
    </Button>
  );
};
