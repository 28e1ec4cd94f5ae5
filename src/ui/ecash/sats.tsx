import { whole } from '#ui/texts/formats.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';

type Props = { amount: number; center?: boolean; sign?: '+' | '−' };

/** An amount in large digits, with its unit. */
export const Sats = ({ amount, center = false, sign }: Props) => (
  <output className={center ? 'amount center' : 'amount'}>
    {sign}
    {whole(amount)}
    <small>{texts.unit(amount)}</small>
  </output>
);
