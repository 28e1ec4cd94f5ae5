import { useId, useSyncExternalStore } from 'react';
import { CURRENCIES, isCurrency, RATE_SOURCE } from '#domain/money/fiat.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { useWallet } from './use-wallet.ts';

/** Whether amounts are shown in a currency, too; who is asked for the rate then is said beforehand. */
export const FiatSetting = () => {
  const { fiat } = useWallet();
  const currency = useSyncExternalStore(fiat.subscribe, fiat.get)?.currency;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{ecashMovesTexts.fiat.label}</label>
      <select
        className="input"
        id={id}
        aria-describedby={`${id}-why`}
        value={currency ?? ''}
        onChange={({ target: { value } }) => fiat.set(isCurrency(value) ? value : undefined)}
      >
        <option value="">{ecashMovesTexts.fiat.off}</option>
        {CURRENCIES.map((each) => (
          <option key={each} value={each}>
            {ecashMovesTexts.fiat.names[each]}
          </option>
        ))}
      </select>
      <p className="hint" id={`${id}-why`}>
        {ecashMovesTexts.fiat.why(RATE_SOURCE.name, new URL(RATE_SOURCE.url).host)}
      </p>
    </div>
  );
};
