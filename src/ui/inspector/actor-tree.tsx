import { memo, type CSSProperties, type KeyboardEvent } from 'react';
import type { ActorRow } from '#ports/inspector.ts';
import { whole } from '#ui/texts/formats.ts';
import { inspectorTexts as texts } from '#ui/texts/inspector.ts';
import { ActorLight } from './actor-light.tsx';
import { shortName } from './short-name.ts';
import { useChanging, useInspecting } from './inspector-context.ts';

const stateOf = ({ status, at, tags }: ActorRow): string => {
  if (status !== 'active') return texts.ended[status];
  const last = at.map((path) => path.split('.').at(-1)).join(', ');
  return last || tags.join(', ') || texts.runs;
};

type Props = { row: ActorRow; current: boolean; onChoose: (id: string) => void };

const Actor = memo(({ row, current, onChoose }: Props) => (
  <li>
    <button
      type="button"
      className={row.status === 'active' ? 'ac' : 'ac is-ended'}
      style={{ '--d': Math.min(row.depth, 6) } as CSSProperties}
      aria-current={current || undefined}
      tabIndex={current ? 0 : -1}
      title={row.tags.join(', ') || undefined}
      onClick={() => onChoose(row.id)}
    >
      <ActorLight status={row.status} tags={row.tags} failed={row.failed} />
      <span className="clip">
        <b>{shortName(row.name)}</b>
      </span>
      <span className="ac__s clip">{stateOf(row)}</span>
    </button>
  </li>
));

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The focus goes from actor to actor by arrow keys. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEPS[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.ac')];
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  buttons[step(index, buttons.length - 1)]?.focus();
};

/** All actors as a tree; those that ended stay grey for a while. */
export const ActorTree = ({ onChosen }: { onChosen: () => void }) => {
  const { inspector, chosen, choose } = useInspecting();
  const rows = useChanging(inspector.tree);
  const onChoose = (id: string) => {
    choose(id);
    onChosen();
  };
  return (
    <section className="pane pane--a" aria-label={texts.actors}>
      <h2>
        {texts.actors} <span className="num">{whole(rows.filter(({ status }) => status === 'active').length)}</span>
      </h2>
      <div className="fill">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Tab leads to the chosen one, arrow keys on */}
        <ul className="actors" onKeyDown={moveFocus}>
          {rows.map((row) => (
            <Actor key={row.id} row={row} current={row.id === chosen} onChoose={onChoose} />
          ))}
        </ul>
      </div>
    </section>
  );
};
