import { useState } from 'react';
import { decodeProfileId } from '#domain/protocol/identifiers.ts';
import { tokenLink } from '#domain/ecash/tokens/token-link.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { PersonField } from '#ui/ecash/person-field.tsx';
import { useEcash } from '#ui/ecash/use-ecash.ts';

const texts = ecashMovesTexts.sendTo;

/** By private message to one person; it can be sent again, and stays here until it was taken. */
const ToPerson = ({ operation, pubkey, onOther }: { operation: string; pubkey: string; onOther: () => void }) => {
  const ecash = useEcash();
  const act = useAct();
  const name = useNameInText(pubkey);
  const [isSent, sent] = useState(false);
  const send = () =>
    act.run(async () => {
      await ecash.sendToken(operation, pubkey);
      sent(true);
    });
  return (
    <div className="stack">
      {isSent ? (
        <output className="hint">{texts.sent(name)}</output>
      ) : (
        <div className="row row--to">
          <Button look="primary" size="s" busy={act.isBusy} onClick={send}>
            {texts.send(name)}
          </Button>
          <Button look="ghost" size="s" onClick={onOther}>
            {texts.other}
          </Button>
        </div>
      )}
      <ActProblem act={act} />
    </div>
  );
};

const Who = ({ onChoose }: { onChoose: (pubkey: string) => void }) => {
  const [typed, type] = useState('');
  const change = (text: string) => {
    type(text);
    const named = decodeProfileId(text.trim())?.pubkey;
    if (named !== undefined) onChoose(named);
  };
  return (
    <PersonField label={texts.who} hint={texts.whoHint} value={typed} isName onType={change} onChoose={onChoose} />
  );
};

type Props = { operation: string; token: string; person: string | undefined };

/** The ways in which a token gets to somebody: as a link, and by private message. */
export const SendTo = ({ operation, token, person }: Props) => {
  const [isOpen, open] = useState(person !== undefined);
  const [pubkey, choose] = useState(person);
  return (
    <div className="stack">
      <div className="row row--to">
        <CopyButton text={tokenLink(token, document.baseURI)} label={texts.link} />
        {!isOpen && (
          <Button look="line" aria-expanded={false} onClick={() => open(true)}>
            {texts.title}
          </Button>
        )}
      </div>
      {isOpen && pubkey === undefined && <Who onChoose={choose} />}
      {isOpen && pubkey !== undefined && (
        <ToPerson key={pubkey} operation={operation} pubkey={pubkey} onOther={() => choose(undefined)} />
      )}
    </div>
  );
};
