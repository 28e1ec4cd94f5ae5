import { useId, useState } from 'react';
import { readSats } from '#domain/money/sats.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { FormSheet } from '#ui/kit/form-sheet.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { useMedia } from '#ui/kit/use-media.ts';
import { useFollowUp } from '#ui/money/follow-up.ts';
import { requestTexts as texts } from '#ui/texts/request.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { Keypad } from '#ui/ecash/keypad.tsx';
import { Memo } from '#ui/ecash/memo.tsx';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import '#ui/ecash/moving.css';

type MintsProps = { mints: readonly EcashMint[]; left: ReadonlySet<string>; onToggle: (url: string) => void };

/** The mints whose ecash is taken: all at first. */
const TakenMints = ({ mints, left, onToggle }: MintsProps) => {
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="field__label">{texts.mints}</legend>
      <div className="list">
        {mints.map(({ url, name }, index) => (
          <label key={url} className="item">
            <input
              type="checkbox"
              className="check"
              aria-labelledby={`${id}-${index}`}
              checked={!left.has(url)}
              onChange={() => onToggle(url)}
            />
            <span className="item__txt">
              <b className="clip" id={`${id}-${index}`}>
                {name}
              </b>
              <small className="clip">{hostOf(url)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** What is asked for, as it was typed. */
const useWish = (mints: readonly EcashMint[]) => {
  const [amount, type] = useState('');
  const [memo, note] = useState('');
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const [isSingleUse, once] = useState(true);
  const [isLocked, lock] = useState(false);
  const toggle = (url: string) =>
    leave(new Set(left.has(url) ? [...left].filter((one) => one !== url) : [...left, url]));
  const taken = mints.map(({ url }) => url).filter((url) => !left.has(url));
  return { amount, type, memo, note, left, toggle, taken, isSingleUse, once, isLocked, lock };
};

const Wish = ({ mints, onClose }: { mints: readonly EcashMint[]; onClose: () => void }) => {
  const ecash = useEcash();
  const act = useAct();
  const followUp = useFollowUp();
  const isSmall = useMedia('(max-width: 767.98px)');
  const wish = useWish(mints);
  const [wrong, tell] = useState<{ readonly amount?: string; readonly mints?: string }>({});
  const type = anew(wish.type, () => tell({}), act.forget);
  const submit = () => {
    const [sats, said] = [readSats(wish.amount), wish.memo.trim()];
    if (wish.amount.trim() !== '' && sats === undefined) return tell({ amount: ecashMovesTexts.noAmount });
    if (wish.taken.length === 0) return tell({ mints: texts.noMints });
    tell({});
    act.run(async () => {
      const id = await ecash.makeRequest({
        ...(sats !== undefined && { amount: sats }),
        ...(said !== '' && { memo: said }),
        mints: wish.taken,
        isSingleUse: wish.isSingleUse,
        isLocked: wish.isLocked,
      });
      followUp(`request-${id}`);
    });
  };
  return (
    <FormSheet
      title={texts.title}
      cancel={texts.cancel}
      submit={texts.make}
      look="value"
      busy={act.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        value={wish.amount}
        onChange={type}
        hasKeypad={isSmall}
        hint={texts.anyAmount}
        problem={wrong.amount}
      />
      <Memo value={wish.memo} onChange={wish.note} hint={texts.memo} />
      <TakenMints mints={mints} left={wish.left} onToggle={wish.toggle} />
      {wrong.mints !== undefined && <Problem>{wrong.mints}</Problem>}
      <div className="list">
        <SwitchRow label={texts.once} hint={texts.onceWhy} checked={wish.isSingleUse} onChange={wish.once} />
        <SwitchRow label={texts.locked} hint={texts.lockedWhy} checked={wish.isLocked} onChange={wish.lock} />
      </div>
      {isSmall && <Keypad value={wish.amount} onChange={type} />}
      <ActProblem act={act} />
    </FormSheet>
  );
};

/** Asks others for sats: how much, what for, at which mints (NUT-18). */
export const RequestSheet = ({ onClose }: { onClose: () => void }) => (
  <NeedsMint title={texts.title} wants="mint" onClose={onClose}>
    {(mints) => <Wish mints={mints} onClose={onClose} />}
  </NeedsMint>
);
