import { useId, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Option = { readonly id: string; readonly face: ReactNode };

type Props = {
  options: readonly Option[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** The options as a list of radio buttons, without a frame. */
const Radios = ({ options, chosen, onChoose }: Props) => {
  const name = useId();
  return options.map(({ id, face }) => (
    <label key={id} className="item">
      <input className="radio" type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
      {face}
    </label>
  ));
};

/** Some options of which one is chosen; `labelledBy`: the id of what names them. */
export const RadioList = ({ labelledBy, ...props }: Props & { labelledBy: string }) => (
  <div className="list" role="radiogroup" aria-labelledby={labelledBy}>
    <Radios {...props} />
  </div>
);

/** What is chosen, and behind a press all of them; one alone is only shown. `shown`: how the chosen one looks outside the list. */
export const Picker = ({ label, shown, ...props }: Props & { label: string; shown: ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (props.options.length === 1)
    return (
      <section className="list" aria-label={label}>
        <div className="item">{shown}</div>
      </section>
    );
  return (
    <section className="list" aria-label={label}>
      <button type="button" className="item" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {shown}
        <Icon name={isOpen ? 'up' : 'down'} size="s" />
      </button>
      <div id={id} role="radiogroup" aria-label={label} hidden={!isOpen}>
        <Radios {...props} />
      </div>
    </section>
  );
};
