import type { ComponentProps } from 'react';
import { Problem } from '#ui/kit/problem.tsx';

type InputProps = ComponentProps<'input'> & { id: string; problem: string; onType: (text: string) => void };

/** Where the address of a relay is typed. */
export const RelayAddressInput = ({ id, problem, onType, ...input }: InputProps) => (
  <input
    {...input}
    className="input input--mono"
    id={id}
    inputMode="url"
    autoCapitalize="off"
    autoComplete="off"
    autoCorrect="off"
    spellCheck={false}
    aria-invalid={problem !== ''}
    aria-describedby={problem === '' ? undefined : `${id}-problem`}
    onChange={(event) => onType(event.target.value)}
  />
);

/** What is wrong with the address that is typed in the field `id`; '' for nothing. */
export const RelayAddressProblem = ({ id, problem }: { id: string; problem: string }) =>
  problem !== '' && <Problem id={`${id}-problem`}>{problem}</Problem>;
