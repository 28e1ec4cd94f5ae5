/** local storage: the last rate of the currency in which amounts are shown, too */
export const FIAT_RATE_KEY = 'fiatRate';
