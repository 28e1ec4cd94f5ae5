import { memo, useLayoutEffect, useRef, type CSSProperties, type FocusEvent, type KeyboardEvent } from 'react';
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

type Props = { row: ActorRow; current: boolean; reached: boolean; onChoose: (id: string) => void };

const Actor = memo(({ row, current, reached, onChoose }: Props) => (
  <li role="none">
    <button
      type="button"
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={current}
      className={row.status === 'active' ? 'ac' : 'ac is-ended'}
      style={{ '--d': Math.min(row.depth, 6) } as CSSProperties}
      tabIndex={reached ? 0 : -1}
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

const buttonsIn = (list: HTMLElement): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>('.ac')];

/** Where the actor is inside of which this one is; without one, itself. */
const parentOf = (rows: readonly ActorRow[], index: number): number => {
  const { depth = 0 } = rows[index] ?? {};
  const above = rows.findLastIndex((row, at) => at < index && row.depth < depth);
  return above < 0 ? index : above;
};

const firstChildOf = (rows: readonly ActorRow[], index: number): number =>
  (rows[index + 1]?.depth ?? 0) > (rows[index]?.depth ?? 0) ? index + 1 : index;

const STEPS: Readonly<Record<string, (rows: readonly ActorRow[], index: number) => number>> = {
  ArrowDown: (rows, index) => Math.min(rows.length - 1, index + 1),
  ArrowUp: (_, index) => Math.max(0, index - 1),
  ArrowLeft: parentOf,
  ArrowRight: firstChildOf,
  Home: () => 0,
  End: (rows) => rows.length - 1,
};

/** The focus goes from actor to actor by arrow keys; when the one that has it goes, to that in its place. */
const useTreeFocus = (rows: readonly ActorRow[]) => {
  const list = useRef<HTMLUListElement>(null);
  const isIn = useRef(false);
  const place = useRef(0);
  useLayoutEffect(() => {
    const buttons = buttonsIn(list.current!);
    if (!isIn.current) return;
    if (document.activeElement === document.body) buttons[Math.min(place.current, buttons.length - 1)]?.focus();
    else place.current = buttons.indexOf(document.activeElement as HTMLElement);
  });
  return {
    ref: list,
    onFocus(event: FocusEvent<HTMLElement>) {
      isIn.current = true;
      place.current = buttonsIn(list.current!).indexOf(event.target);
    },
    onBlur: () => void (isIn.current = false),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = STEPS[event.key];
      if (!step) return;
      const buttons = buttonsIn(list.current!);
      event.preventDefault();
      buttons[step(rows, buttons.indexOf(document.activeElement as HTMLElement))]?.focus();
    },
  };
};

/** All actors as a tree; those that ended stay grey for a while. */
export const ActorTree = ({ onChosen }: { onChosen: () => void }) => {
  const { inspector, chosen, choose } = useInspecting();
  const rows = useChanging(inspector.tree);
  const focus = useTreeFocus(rows);
  // Tab leads to the first when the chosen one is gone
  const reached = rows.some(({ id }) => id === chosen) ? chosen : rows[0]?.id;
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
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- Tab leads to the chosen one, arrow keys on */}
        <ul className="actors" role="tree" aria-label={texts.actors} {...focus}>
          {rows.map((row) => (
            <Actor
              key={row.id}
              row={row}
              current={row.id === chosen}
              reached={row.id === reached}
              onChoose={onChoose}
            />
          ))}
        </ul>
      </div>
    </section>
  );
};
