import { useId, useState } from 'react';
import { personOf } from '#domain/social/person-input.ts';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { usePeopleNamed } from '#ui/publish/use-mentions.ts';
import { useAccount } from '#ui/system-context.ts';
import { welcomeTexts } from '#ui/texts/welcome.ts';
import { SuggestedPerson } from './suggested-person.tsx';

const { follow: texts } = welcomeTexts;

type Props = { chosen: readonly string[]; onChoose: (pubkey: string) => void };

/** Whom the words name: the person of a key, else those who go by such a name. */
const useFound = (words: string) => {
  const { pubkey: self } = useAccount();
  const named = personOf(words);
  const { people, searching, asked } = usePeopleNamed(named === undefined && words !== '' ? words : undefined);
  const found = named === undefined ? people.map(({ pubkey }) => pubkey) : [named];
  const others = found.filter((pubkey) => pubkey !== self);
  const isSelf = found.length > 0 && others.length === 0;
  return { found: others, isSelf, searching, asked: asked || named !== undefined };
};

const Found = ({ words, chosen, onChoose }: Props & { words: string }) => {
  const { found, isSelf, searching, asked } = useFound(words);
  if (found.length > 0)
    return (
      <section className="list fol" aria-label={texts.found}>
        {found.map((pubkey) => (
          <SuggestedPerson
            key={pubkey}
            pubkey={pubkey}
            wanted
            chosen={chosen.includes(pubkey)}
            onChoose={() => onChoose(pubkey)}
          />
        ))}
      </section>
    );
  if (searching) return <RowSkeletons count={2} />;
  return asked ? <p className="hint">{isSelf ? texts.yourself : texts.nobody}</p> : null;
};

/** Looks for somebody by name or key; a secret key is gone from the field at once. */
export const FindPerson = ({ chosen, onChoose, onClose }: Props & { onClose: () => void }) => {
  const id = useId();
  const [text, setText] = useState('');
  const [type, secret] = useNoSecret(setText);
  return (
    <div className="stack wel__find">
      <div className="field">
        <label htmlFor={id}>{texts.name}</label>
        <div className="inset">
          <input
            className="input"
            id={id}
            type="text"
            dir="auto"
            value={text}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just asked for by a press
            autoFocus
            aria-invalid={secret !== undefined || undefined}
            aria-describedby={secret === undefined ? undefined : `${id}-why`}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <IconButton icon="close" label={texts.clear} onClick={onClose} />
        </div>
        {secret !== undefined && <Problem id={`${id}-why`}>{secret}</Problem>}
      </div>
      {text.trim() !== '' && <Found words={text.trim()} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
};
