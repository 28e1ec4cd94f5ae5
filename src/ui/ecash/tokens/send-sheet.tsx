import { useState } from 'react';
import { readSats } from '#domain/money/sats.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { FormSheet } from '#ui/kit/form-sheet.tsx';
import { useMedia } from '#ui/kit/use-media.ts';
import type { PageProps } from '#ui/money/ecash-pages.ts';
import { useBegun } from '#ui/money/follow-up.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { CostsHelp } from '#ui/ecash/costs-problem.tsx';
import { Keypad } from '#ui/ecash/keypad.tsx';
import { LockChoice, lockFor, LockRefusal, NO_LOCK } from './lock-choice.tsx';
import { Memo } from '#ui/ecash/memo.tsx';
import { MintChoice } from '#ui/ecash/mints/mint-choice.tsx';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { SendProgress } from './send-progress.tsx';
import { useCosts } from '#ui/ecash/use-costs.ts';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';

const texts = ecashMovesTexts.send;

type WishProps = { mints: readonly EcashMint[]; onBegun: (id: string) => void; onClose: () => void };

/** What was typed, and what speaks against it. */
const useWish = (mints: readonly EcashMint[]) => {
  const ecash = useEcash();
  const [amount, type] = useState('');
  const [memo, note] = useState('');
  const [url, choose] = useState<string>();
  const [who, lock] = useState(NO_LOCK);
  const mint = mints.find((one) => one.url === url) ?? mints[0]!;
  const sats = readSats(amount);
  const isLocked = who.isWanted;
  const asked = sats === undefined ? undefined : `${mint.url} ${sats} ${mint.balance} ${isLocked}`;
  const costs = useCosts(asked, () => ecash.sendCosts({ mint: mint.url, amount: sats ?? 0, isLocked }));
  return { amount, type, memo, note, mint, choose, who, lock, sats, costs };
};

const Wish = ({ mints, onBegun, onClose }: WishProps) => {
  const ecash = useEcash();
  const act = useAct();
  const ownKey = useEcashStand()?.lockKey;
  const isSmall = useMedia('(max-width: 767.98px)');
  const { amount, type, memo, note, mint, choose, who, lock, sats, costs } = useWish(mints);
  const [wrong, tell] = useState<{ readonly amount?: string; readonly key?: string }>({});
  const submit = () => {
    if (sats === undefined) return tell({ amount: ecashMovesTexts.noAmount });
    tell({});
    const said = memo.trim();
    return act.run(async () => {
      try {
        const locked = await lockFor(ecash, who, ownKey);
        const wish = { mint: mint.url, amount: sats, ...(said !== '' && { memo: said }), ...locked };
        onBegun(await ecash.send(wish));
      } catch (error) {
        if (!(error instanceof LockRefusal)) throw error;
        tell({ key: error.why });
      }
    });
  };
  const typeAnew = anew(type, () => tell({}), act.forget);
  const { fee = 0, left = mint.balance } = costs.costs ?? {};
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
      <AmountField
        value={amount}
        onChange={typeAnew}
        hasKeypad={isSmall}
        hint={
          costs.costs &&
          texts.costs(ecashMovesTexts.unit(sats ?? 0), whole(fee), whole(left)) + texts.theyGet(costs.costs)
        }
        problem={wrong.amount ?? costs.problem}
      />
      <CostsHelp costs={costs} />
      <MintChoice label={ecashMovesTexts.mint} mints={mints} value={mint.url} onChoose={choose} />
      <Memo value={memo} onChange={note} />
      <LockChoice value={who} onChange={lock} problem={wrong.key} />
      {isSmall && <Keypad value={amount} onChange={typeAnew} />}
      <ActProblem act={act} said={costs.problem} />
    </FormSheet>
  );
};

/** Makes a token: how much, from which mint, for whom, and then the token itself (SEND-02). */
export const SendSheet = ({ onBegun, onClose }: PageProps) => {
  const { id, begin } = useBegun(onBegun);
  if (id !== undefined) return <SendProgress id={id} onClose={onClose} />;
  return (
    <NeedsMint title={texts.title} wants="sats" onClose={onClose}>
      {(mints) => <Wish mints={mints} onBegun={begin} onClose={onClose} />}
    </NeedsMint>
  );
};
