import { Suspense, useId } from 'react';
import { shortNpub } from '#domain/protocol/identifiers.ts';
import type { Named } from '#domain/publish/mention.ts';
import { PERSON_NAMES_MOST, PERSON_NAME_LEAST } from '#domain/ecash/ecash-limits.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { nameOf } from '#ui/publish/mention-list.tsx';
import { useAddress } from '#ui/queries.ts';
import { usePeopleNamed } from '#ui/publish/use-mentions.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';

const texts = ecashMovesTexts.send;

type Choose = (pubkey: string) => void;

const Handles = ({ pubkey, nip05 }: Named) =>
  [useAddress(pubkey, nip05), shortNpub(pubkey)].filter(Boolean).join(' · ');

/** Those who go by the name that is typed. */
const NamedPeople = ({ name, onChoose }: { name: string; onChoose: Choose }) => {
  const { people } = usePeopleNamed(name);
  if (people.length === 0) return null;
  return (
    <section className="list" aria-label={texts.lockPeople}>
      {people.slice(0, PERSON_NAMES_MOST).map((one) => (
        <button key={one.pubkey} type="button" className="item" onClick={() => onChoose(one.pubkey)}>
          <PersonAvatar pubkey={one.pubkey} size="s" />
          <span className="item__txt">
            <b>
              <bdi>{nameOf(one)}</bdi>
            </b>
            <small>
              <Handles {...one} />
            </small>
          </span>
        </button>
      ))}
    </section>
  );
};

type Props = {
  label: string;
  hint: string;
  value: string;
  onType: (text: string) => void;
  /** somebody of those whose name was typed; hex */
  onChoose: Choose;
  /** what was typed may be a name: people are looked for */
  isName: boolean;
  problem?: string | undefined;
};

/** Somebody, by an npub or by name. */
export const PersonField = ({ label, hint, value, onType, onChoose, isName, problem }: Props) => {
  const id = useId();
  const [type, secret, onKeyDown] = useNoSecret(onType);
  const told = secret ?? problem;
  const name = value.trim();
  return (
    <>
      <div className="field">
        <label htmlFor={id}>
          {label} <small>{hint}</small>
        </label>
        <div className="inset">
          <input
            className="input"
            id={id}
            dir="auto"
            value={value}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={told !== undefined || undefined}
            aria-describedby={told === undefined ? undefined : `${id}-problem`}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        {told !== undefined && <Problem id={`${id}-problem`}>{told}</Problem>}
      </div>
      {isName && name.length >= PERSON_NAME_LEAST && (
        <Suspense>
          <NamedPeople name={name} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  );
};
