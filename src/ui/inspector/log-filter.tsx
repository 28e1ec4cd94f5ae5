import { useId } from 'react';
import type { LogFilter } from '#domain/inspector/log-filter.ts';
import type { ActorRow } from '#ports/inspector.ts';
import { Button } from '#ui/kit/button.tsx';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { useChanging, useInspecting } from './inspector-context.ts';
import { shortName } from './short-name.ts';

/** The names of actors; one that occurs twice with its parent. */
const namesOf = (rows: readonly ActorRow[]): readonly (readonly [id: string, name: string])[] => {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return rows.map(({ id, name, parent = '' }) => {
    const above = names.get(parent);
    return [id, counts.get(name)! > 1 && above !== undefined ? `${name} (${shortName(above)})` : name];
  });
};

/** Which events the log shows. */
export const LogFilterForm = () => {
  const texts = inspectorTexts.log;
  const { inspector } = useInspecting();
  const { log } = inspector;
  const rows = useChanging(inspector.tree);
  const filter = useChanging({ get: log.filter, subscribe: log.subscribe });
  // it ended while its events are looked at
  const isGone = filter.actor !== undefined && !rows.some((row) => row.id === filter.actor);
  const id = useId();
  const set = ({ actor, event, errors }: LogFilter) =>
    log.setFilter({ ...(actor && { actor }), ...(event && { event }), ...(errors && { errors }) });
  return (
    <div className="evf">
      <label htmlFor={`${id}-actor`}>{texts.actor}</label>
      <select
        id={`${id}-actor`}
        className="input"
        value={filter.actor ?? ''}
        onChange={({ target }) => set({ ...filter, actor: target.value })}
      >
        <option value="">{texts.allActors}</option>
        {namesOf(rows).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
        {isGone && <option value={filter.actor}>{log.nameOf(filter.actor!)}</option>}
      </select>
      <label htmlFor={`${id}-event`}>{texts.event}</label>
      <input
        id={`${id}-event`}
        className="input"
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.eventHint}
        value={filter.event ?? ''}
        onChange={({ target }) => set({ ...filter, event: target.value })}
      />
      <label className="evf__errors">
        <input
          className="check"
          type="checkbox"
          checked={filter.errors ?? false}
          onChange={({ target }) => set({ ...filter, errors: target.checked })}
        />
        {texts.errors}
      </label>
      <Button look="ghost" size="s" onClick={() => log.setFilter({})}>
        {texts.clear}
      </Button>
    </div>
  );
};
