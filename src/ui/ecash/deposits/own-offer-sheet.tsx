import { useState } from 'react';
import { makesOffers, offersMemo } from '#domain/ecash/ledger/made-offer.ts';
import { readSats } from '#domain/money/sats.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { FormSheet } from '#ui/kit/form-sheet.tsx';
import { useFollowUp } from '#ui/money/follow-up.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ownOfferTexts as texts } from '#ui/texts/own-offer.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { limitOf } from './deposit-limit.ts';
import { Memo } from '#ui/ecash/memo.tsx';
import { MintChoice } from '#ui/ecash/mints/mint-choice.tsx';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { useEcash } from '#ui/ecash/use-ecash.ts';

const Wish = ({ mints, onClose }: { mints: readonly EcashMint[]; onClose: () => void }) => {
  const ecash = useEcash();
  const act = useAct();
  const followUp = useFollowUp();
  const [amount, type] = useState('');
  const [memo, note] = useState('');
  const [url, choose] = useState<string>();
  const [wrong, tell] = useState<string>();
  const mint = mints.find((one) => one.url === url) ?? mints[0]!;
  const hasMemo = mint.facts !== undefined && offersMemo(mint.facts);
  const submit = () => {
    const [sats, said] = [readSats(amount), memo.trim()];
    const isOpen = amount.trim() === '';
    const problem = isOpen ? undefined : sats === undefined ? ecashMovesTexts.noAmount : limitOf(mint, sats, 'bolt12');
    tell(problem);
    if (problem !== undefined) return;
    act.run(async () => {
      const id = await ecash.makeOffer({
        mint: mint.url,
        ...(sats !== undefined && { amount: sats }),
        ...(hasMemo && said !== '' && { memo: said }),
      });
      followUp(`offer-${id}`);
    });
  };
  return (
    <FormSheet
      title={texts.title}
      cancel={ecashMovesTexts.cancel}
      submit={texts.make}
      look="value"
      busy={act.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="hint">{texts.lead}</p>
      <AmountField
        value={amount}
        onChange={anew(type, () => tell(undefined), act.forget)}
        hint={texts.anyAmount}
        problem={wrong}
      />
      <MintChoice label={ecashMovesTexts.mint} mints={mints} value={mint.url} onChoose={choose} />
      {hasMemo && <Memo value={memo} onChange={note} hint={texts.memo} />}
      <p className="hint">{texts.here}</p>
      <ActProblem act={act} />
    </FormSheet>
  );
};

/** Makes an offer of one's own, at a mint that makes them (NUT-25). */
export const OwnOfferSheet = ({ onClose }: { onClose: () => void }) => (
  <NeedsMint title={texts.title} wants="offers" onClose={onClose}>
    {(mints) => <Wish mints={mints.filter(({ facts }) => facts && makesOffers(facts))} onClose={onClose} />}
  </NeedsMint>
);
