import { Suspense } from 'react';
import { shortNpub } from '#domain/protocol/identifiers.ts';
import { hasNamesake, type Named } from '#domain/publish/mention.ts';
import { displayNameOf } from '#domain/profile/display-name.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useConfirmedAddress } from '#ui/profile/nip05-check.ts';
import { useAddress, useMetadata } from '#ui/queries.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';

export const nameOf = ({ pubkey, name, displayName }: Named): string =>
  displayNameOf({ display_name: displayName, name }, pubkey);

type Props = {
  id: string;
  people: readonly Named[];
  /** index of the one that Enter takes */
  active: number;
  onChoose: (person: Named) => void;
};

type OneOfSeveralProps = { pubkey: string; claimed: string; username: string };

/** What tells one of several with the same name from the others: of addresses, which anybody can claim, a confirmed one. */
const OneOfSeveral = ({ pubkey, claimed, username }: OneOfSeveralProps) => {
  const address = useConfirmedAddress(claimed, pubkey) ?? username;
  return [address, shortNpub(pubkey)].filter(Boolean).join(' · ');
};

type ChoiceProps = {
  id: string;
  person: Named;
  /** others in the list have the same name */
  isOneOfSeveral: boolean;
  active: boolean;
  onChoose: () => void;
};

const Choice = ({ id, person, isOneOfSeveral, active, onChoose }: ChoiceProps) => {
  const { pubkey } = person;
  const claimed = useMetadata(pubkey)?.nip05 || person.nip05 || '';
  const name = nameOf(person);
  const username = person.name === '' || person.name === name ? '' : `@${person.name}`;
  const handle = useAddress(pubkey, claimed) || username;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text field has the focus and takes the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select has no picture
      role="option"
      aria-selected={active}
      className="item cr__person"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <PersonAvatar pubkey={pubkey} size="s" />
      <span className="item__txt">
        <b>
          <bdi>{name}</bdi>
        </b>
        {isOneOfSeveral ? (
          <small>
            <Suspense fallback={shortNpub(pubkey)}>
              <OneOfSeveral pubkey={pubkey} claimed={claimed} username={username} />
            </Suspense>
          </small>
        ) : (
          handle !== '' && handle !== name && <small>{handle}</small>
        )}
      </span>
    </div>
  );
};

/** The people a name may mean, under the text in which it is being written. */
export const MentionList = ({ id, people, active, onChoose }: Props) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no pictures
  <div id={id} role="listbox" aria-label={texts.mention.list} className="list cr__people">
    {people.map((person, index) => (
      <Choice
        key={person.pubkey}
        id={`${id}-${index}`}
        person={person}
        isOneOfSeveral={hasNamesake(person, people)}
        active={index === active}
        onChoose={() => onChoose(person)}
      />
    ))}
  </div>
);
