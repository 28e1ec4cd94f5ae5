/** What a bitcoin is worth in the sample network, as the source of rates tells it. */
export const RATES = { data: { currency: 'BTC', rates: { USD: '100000.00', EUR: '90000.5', JPY: '15000000' } } };
