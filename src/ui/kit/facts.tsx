import { Icon } from './icon.tsx';
import './facts.css';

const LOOKS = {
  num: { className: 'num' },
  mono: { className: 'mono' },
  total: { className: 'total num' },
  text: { dir: 'auto' },
  ok: {},
} as const;

/** How a value looks: 'text' was written by somebody else, 'ok' was checked. */
type FactLook = keyof typeof LOOKS;

/** A name and what it stands for; a fact without a value is left out. */
export type Fact = readonly [name: string, value: string | undefined, look?: FactLook | undefined];

/** Names and their values, a line each. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="kv">
    {facts.map(([name, value, look]) =>
      value === undefined ? null : (
        <div key={name} className="kv__row">
          <dt className={look === 'total' ? 'total' : undefined}>{name}</dt>
          <dd {...(look && LOOKS[look])}>
            {look === 'ok' ? (
              <span className="kv__ok c-ok">
                <Icon name="check" size="xs" /> {value}
              </span>
            ) : (
              value
            )}
          </dd>
        </div>
      ),
    )}
  </dl>
);
