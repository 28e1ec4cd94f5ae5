import { useId, useState } from 'react';
import { mintTints } from '#domain/ecash/shares.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';

type FaceProps = { mint: EcashMint; among: readonly EcashMint[]; hint?: string | undefined };

/** Mark, name and what is there. */
const Face = ({ mint, among, hint }: FaceProps) => (
  <>
    <MintMark name={mint.name} tint={mintTints(among.map(({ url }) => url)).get(mint.url)} />
    <span className="item__txt">
      {hint !== undefined && <small>{hint}</small>}
      <b className="clip">{mint.name}</b>
      <small>{texts.available(mint.balance)}</small>
    </span>
  </>
);

type Props = {
  /** what is chosen: 'Mint', 'From', 'To' */
  label: string;
  /** also stands above the name */
  isLabelled?: boolean;
  mints: readonly EcashMint[];
  /** address of the chosen one */
  value: string | undefined;
  onChoose: (url: string) => void;
};

/** The mint that is used, and behind a press the others. */
export const MintChoice = ({ label, isLabelled = false, mints, value, onChoose }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = mints.find(({ url }) => url === value) ?? mints[0];
  if (!chosen) return null;
  const hint = isLabelled ? label : undefined;
  if (mints.length === 1)
    return (
      <section className="list" aria-label={label}>
        <div className="item">
          <Face mint={chosen} among={mints} hint={hint} />
        </div>
      </section>
    );
  return (
    <section className="list" aria-label={label}>
      <button type="button" className="item" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Face mint={chosen} among={mints} hint={hint} />
        <Icon name={isOpen ? 'up' : 'down'} size="s" />
      </button>
      <div id={id} role="radiogroup" aria-label={label} hidden={!isOpen}>
        {mints.map((mint) => (
          <label key={mint.url} className="item">
            <input
              className="radio"
              type="radio"
              name={id}
              checked={mint === chosen}
              onChange={() => onChoose(mint.url)}
            />
            <Face mint={mint} among={mints} />
          </label>
        ))}
      </div>
    </section>
  );
};
