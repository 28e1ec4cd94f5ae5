import type { LogEntry } from '#domain/inspector/recording.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';

const short = (paths: readonly string[] = []) => paths.join(', ');

/** From where to where; regions that stayed as they were are left out. */
const movement = ({ from = [], to = [] }: LogEntry): string => {
  const [left, entered] = [from.filter((path) => !to.includes(path)), to.filter((path) => !from.includes(path))];
  const moved = left.length + entered.length > 0;
  return `${short(moved ? left : from)} → ${short(moved ? entered : to)}`.trim();
};

/** What an event led to, in words. */
export const outcomeText = (entry: LogEntry): string => {
  const words = inspectorTexts.log;
  if (entry.outcome === 'moved') return movement(entry);
  if (entry.outcome === 'started') return entry.to?.length ? `→ ${short(entry.to)}` : words.started;
  if (entry.outcome === 'refused' && entry.guards?.length) return words.refusedBy(entry.guards);
  return words[entry.outcome];
};
