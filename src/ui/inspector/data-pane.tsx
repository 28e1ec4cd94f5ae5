import { useState, type CSSProperties } from 'react';
import { isMark, shownRows, type ShownRow } from '#domain/inspector/value-rows.ts';
import type { Shown, ShownMark } from '#domain/inspector/shown.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { useChosenActor } from './inspector-context.ts';

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

type LineProps = { row: ShownRow; before: { readonly value: Shown | undefined } | undefined; onTurn: () => void };

const Line = ({ row, before, onTurn }: LineProps) => (
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
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  if (value === undefined) return null;
  const isWhole = typeof value === 'object' && value !== null && !isMark(value);
  const turn = (path: string) => {
    const next = new Set(turned);
    if (!next.delete(path)) next.add(path);
    setTurned(next);
  };
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul className="ctx" aria-label={title ?? inspectorTexts.data.values}>
        {isWhole ? (
          shownRows(value, turned).map((row) => (
            <Line
              key={row.path}
              row={row}
              before={row.depth === 0 && Object.hasOwn(changed, row.key) ? { value: changed[row.key] } : undefined}
              onTurn={() => turn(row.path)}
            />
          ))
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

/** What the actor that is looked at holds, and what the last event changed of it. */
export const DataPane = () => {
  const texts = inspectorTexts.data;
  const actor = useChosenActor();
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
