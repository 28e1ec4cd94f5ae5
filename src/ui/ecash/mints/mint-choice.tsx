import { mintTints, type MintTint } from '#domain/ecash/words/shares.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { Picker } from '#ui/kit/picker.tsx';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { withAddress } from './mint-address.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import '#ui/ecash/ecash.css';

type FaceProps = { mint: EcashMint; tint: MintTint | undefined; hint?: string | undefined };

/** Mark, name and what is there. */
const Face = ({ mint, tint, hint }: FaceProps) => (
  <>
    <MintMark name={mint.name} tint={tint} />
    <span className="item__txt">
      {hint !== undefined && <small>{hint}</small>}
      <b className="clip">{mint.name}</b>
      <small>{withAddress(texts.available(mint.balance), mint)}</small>
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
  const tints = mintTints(useEcashStand()?.mints.map(({ url }) => url) ?? []);
  const chosen = mints.find(({ url }) => url === value) ?? mints[0];
  if (!chosen) return null;
  return (
    <Picker
      label={label}
      shown={<Face mint={chosen} tint={tints.get(chosen.url)} hint={isLabelled ? label : undefined} />}
      options={mints.map((mint) => ({ id: mint.url, face: <Face mint={mint} tint={tints.get(mint.url)} /> }))}
      chosen={chosen.url}
      onChoose={onChoose}
    />
  );
};
