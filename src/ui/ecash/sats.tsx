import { whole } from '#ui/texts/formats.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';

/** An amount in large digits, with its unit. */
export const Sats = ({ amount, center = false }: { amount: number; center?: boolean }) => (
  <output className={center ? 'amount center' : 'amount'}>
    {whole(amount)}
    <small>{texts.sats}</small>
  </output>
);
