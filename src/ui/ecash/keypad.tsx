import { readSats } from '#domain/money/sats.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0'] as const;

const digitsOf = (value: string): string => value.replaceAll(/\D/g, '');

/** Digits as an amount is written; what is no amount yet stays as it is. */
const grouped = (digits: string): string => {
  const sats = readSats(digits);
  return sats === undefined ? digits.slice(0, -1) : whole(sats);
};

type Props = { value: string; onChange: (text: string) => void };

/** Keys for an amount, on phones, in place of the keyboard. */
export const Keypad = ({ value, onChange }: Props) => (
  <fieldset className="keypad" aria-label={ecashMovesTexts.send.keys}>
    {KEYS.map((key) => (
      <button key={key} type="button" onClick={() => onChange(grouped(digitsOf(value) + key))}>
        {key}
      </button>
    ))}
    <button
      type="button"
      aria-label={ecashMovesTexts.send.delete}
      onClick={() => {
        const rest = digitsOf(value).slice(0, -1);
        onChange(rest === '' ? '' : grouped(rest));
      }}
    >
      <Icon name="back" />
    </button>
  </fieldset>
);
