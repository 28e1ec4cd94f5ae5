import type { TokenStand } from '#ports/ecash.ts';
import { useCoarseNow } from '#ui/note/minute-clock.ts';
import { ageLabel } from '#ui/texts/formats.ts';
import { tokenTexts as texts } from '#ui/texts/token.ts';
import type { AskedToken } from './asked-tokens.ts';

const WORDS: Readonly<Record<TokenStand['state'], string>> = {
  get unspent() {
    return texts.unspent;
  },
  get pending() {
    return texts.pending;
  },
  get 'partly spent'() {
    return texts.partlySpent;
  },
  get spent() {
    return texts.spent;
  },
};

/** When the mint said so; not read aloud as it grows. */
const Age = ({ at, state }: { at: number; state: TokenStand['state'] }) => {
  const age = ageLabel(useCoarseNow() - at);
  if (age === '') return texts.justAsked;
  return state === 'spent' ? texts.ago(age) : texts.asked(age);
};

type Props = {
  asked: AskedToken | undefined;
  /** this wallet took it */
  isTaken: boolean;
  mint: string;
  onAsk: () => void;
};

const Told = ({ asked: { stand, at }, isTaken }: { asked: AskedToken & { type: 'told' }; isTaken: boolean }) => {
  const state = isTaken ? 'spent' : stand.state;
  return (
    <span className="row">
      <i className="light light--l" data-s={state === 'spent' ? '' : state === 'unspent' ? 'ok' : 'wait'} />
      <output>
        {WORDS[state]}
        {isTaken && `, ${texts.byYou}`}
        {!isTaken && stand.isOwn && `, ${texts.own}`}
      </output>
      {!isTaken && (
        <span className="c-3">
          <Age at={at} state={state} />
        </span>
      )}
    </span>
  );
};

/** Whether a token is still unspent, as its mint said when it was asked last, and the way to ask. */
export const TokenStatus = ({ asked, isTaken, mint, onAsk }: Props) => {
  switch (asked?.type) {
    case 'told':
      return <Told asked={asked} isTaken={isTaken} />;
    case 'asking':
      return (
        <span className="row">
          <i className="light light--l" data-s="wait" />
          <output>{texts.asking(mint)}</output>
        </span>
      );
    case 'silent':
      return (
        <span className="row">
          <i className="light light--l" data-s="bad" />
          <output>{texts.silent}</output>
          <button type="button" className="btn btn--ghost btn--s" onClick={onAsk}>
            {texts.again}
          </button>
        </span>
      );
    case undefined:
      return (
        <button type="button" className="btn btn--ghost btn--s" onClick={onAsk}>
          {texts.ask}
        </button>
      );
  }
};
