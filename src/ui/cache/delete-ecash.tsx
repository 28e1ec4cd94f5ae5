import { useId, useState } from 'react';
import { hasEcash, type Stake } from '#domain/ecash/ledger/stake.ts';
import { isTypedSum } from '#domain/money/sats.ts';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { cacheTexts } from '#ui/texts/cache.ts';
import { satsAtStake } from './at-stake.tsx';
import type { SeenStakes } from './use-stakes.ts';

const texts = cacheTexts.stake;

/** Whether the user says that ecash is to go, too: by a switch and, a second time, by typing how much it is. */
export const useEcashDeletion = (stakes: SeenStakes) => {
  const [isChosen, setChosen] = useState(false);
  const [typed, setTyped] = useState('');
  const seen: readonly Stake[] = Array.isArray(stakes) ? stakes : [];
  const held = seen.filter(hasEcash);
  const sats = satsAtStake(held);
  const isOffered = held.length > 0;
  const isWanted = isOffered && isChosen;
  const isSaid = isWanted && isTypedSum(typed, sats);
  return {
    isOffered,
    isWanted,
    setChosen,
    sats,
    typed,
    setTyped,
    /** nothing may begin yet */
    isHeld: stakes === undefined || (isWanted && !isSaid),
    ecash: isSaid ? seen : undefined,
  };
};

/** Offers to delete the ecash of this browser, where there is any. */
export const DeleteEcash = ({ deletion }: { deletion: ReturnType<typeof useEcashDeletion> }) => {
  const id = useId();
  if (!deletion.isOffered) return null;
  return (
    <>
      <div className="list">
        <SwitchRow
          label={texts.delete}
          hint={texts.deleteWhy}
          checked={deletion.isWanted}
          onChange={deletion.setChosen}
        />
      </div>
      {deletion.isWanted && (
        <>
          <p className="c-2">{texts.tips}</p>
          <div className="field">
            <label htmlFor={id}>{texts.typeAmount(String(deletion.sats))}</label>
            <input
              className="input"
              id={id}
              inputMode="numeric"
              autoComplete="off"
              value={deletion.typed}
              onChange={(event) => deletion.setTyped(event.target.value)}
            />
          </div>
        </>
      )}
    </>
  );
};
