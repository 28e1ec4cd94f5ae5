import { useId } from 'react';
import type { LogFilter } from '#domain/inspector/log-filter.ts';
import { Button } from '#ui/kit/button.tsx';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { useChanging, useInspecting } from './inspector-context.ts';

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
        {rows.map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}
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
