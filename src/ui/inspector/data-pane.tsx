import { useState, type CSSProperties } from 'react';
import { entryName } from '#domain/inspector/chart-words.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';
import { isMark } from '#domain/inspector/show.ts';
import { shownRows, type ShownRow } from '#domain/inspector/value-rows.ts';
import type { Shown, ShownMark } from '#domain/inspector/shown.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { outcomeText } from './entry-words.ts';
import { useChosenActor, useChosenEntry } from './inspector-context.ts';
import { clockTime } from './times.ts';

const markText = (mark: ShownMark): string => {
  const texts = inspectorTexts.data;
  switch (mark.$) {
    case 'sealed':
      return texts.sealed;
    case 'secret':
      return texts.secret(mark.secret);
    case 'undefined':
      return texts.undefined;
    case 'number':
      return mark.text;
    case 'function':
      return `${mark.name || 'ƒ'}()`;
    case 'actor':
      return mark.name;
    case 'error':
      return `${mark.name}: ${mark.message}`;
    case 'bytes':
      return texts.bytes(mark.length);
    case 'map':
      return `{ ${mark.entries.length} }`;
    case 'set':
      return `[ ${mark.values.length} ]`;
    case 'object':
      return mark.name;
    case 'text':
      return `"${mark.start}…" (${texts.letters(mark.length)})`;
    case 'more':
      return mark.count === undefined ? texts.someMore : texts.more(mark.count);
  }
};

const plainText = (value: Shown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isMark(value)) return markText(value);
  return Array.isArray(value) ? `[ ${value.length} ]` : `{ ${Object.keys(value).length} }`;
};

const Value = ({ value }: { value: Shown }) => {
  const hidden =
    typeof value === 'object' && value !== null && isMark(value) && (value.$ === 'sealed' || value.$ === 'secret');
  if (!hidden) return plainText(value);
  return (
    <span className="seal">
      <Icon name="lock" size="xs" />
      {plainText(value)}
    </span>
  );
};

type LineProps = { row: ShownRow; onTurn: () => void };

const Line = ({ row, row: { before }, onTurn }: LineProps) => (
  <li style={{ '--d': row.depth } as CSSProperties} className={before ? 'is-new' : undefined}>
    {row.size ? (
      <button type="button" className="ctx__k" aria-expanded={row.open} onClick={onTurn}>
        {row.key}
        <Icon name={row.open ? 'up' : 'down'} size="xs" />
      </button>
    ) : (
      <span className="ctx__k">{row.key}</span>
    )}
    <span className="ctx__v">
      {before?.value !== undefined && (
        <del aria-label={inspectorTexts.data.before(plainText(before.value))}>{plainText(before.value)} → </del>
      )}
      <Value value={row.value} />
    </span>
  </li>
);

type TreeProps = {
  title?: string | undefined;
  value: Shown | undefined;
  changed?: Readonly<Record<string, Shown | undefined>>;
};

const Tree = ({ title, value, changed = {} }: TreeProps) => {
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (value === undefined) return null;
  const isWhole = typeof value === 'object' && value !== null && !isMark(value);
  const turn = ({ path, open }: ShownRow) => setTurned(new Map(turned).set(path, !open));
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul className="ctx" aria-label={title ?? inspectorTexts.data.values}>
        {isWhole ? (
          shownRows(value, turned, changed).map((row) => <Line key={row.path} row={row} onTurn={() => turn(row)} />)
        ) : (
          <li>
            <span className="ctx__v">
              <Value value={value} />
            </span>
          </li>
        )}
      </ul>
    </>
  );
};

/** An event with all that it brought and led to. */
const Event = ({ entry }: { entry: LogEntry }) => (
  <section className="evd" aria-label={inspectorTexts.data.event}>
    <h3>
      {inspectorTexts.data.event} <time>{clockTime(entry.at, true)}</time>
    </h3>
    <p>
      <b>{entryName(entry.event)}</b> {outcomeText(entry)}
    </p>
    <Tree title={inspectorTexts.data.brought} value={entry.data} />
  </section>
);

/** What the actor that is looked at holds, and what the last event changed of it; and the event that is looked at. */
export const DataPane = () => {
  const texts = inspectorTexts.data;
  const actor = useChosenActor();
  const entry = useChosenEntry();
  const count = Object.keys(actor?.changed ?? {}).length;
  const isBare = actor && [actor.context, actor.input, actor.output, actor.error].every((part) => part === undefined);
  return (
    <section className="pane pane--d" aria-label={texts.title}>
      <h2>
        <span className="clip">{actor ? texts.of(actor.name) : texts.title}</span>
        {count > 0 && <span className="tag">{texts.changed(count)}</span>}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <section className="fill" tabIndex={0} aria-label={texts.values}>
        {entry && <Event key={entry.seq} entry={entry} />}
        {isBare && <p className="insp__none">{texts.none}</p>}
        {actor && (
          <div key={actor.id}>
            <Tree title={actor.error === undefined ? undefined : texts.error} value={actor.error} />
            <Tree value={actor.context} changed={actor.changed} />
            <Tree title={texts.input} value={actor.input} />
            <Tree title={texts.output} value={actor.output} />
          </div>
        )}
      </section>
    </section>
  );
};
