import { SECOND, MINUTE, HOUR } from '#domain/units.ts';

/** how often a connect is tried when the network failed, and how long after the one before (WALLET-24) */
export const WALLET_CONNECT_ATTEMPTS = 3;
export const WALLET_RETRY_MS = 2 * SECOND;
/** WALLET-20 */
export const AUTO_CONNECT_DAYS = 30;
/**
 * not in the specification: ms after which a signer, or a wallet of the browser, that stays silent is waited for no longer; all
 * attempts with a remote wallet take less
 */
export const AUTO_CONNECT_LIMIT_MS = 2 * MINUTE;
/** not in the specification: ms that a connect which is under way is waited for by who looks for a wallet */
export const FIND_WALLET_MS = 10 * SECOND;

// wallets
/** what a saved record may ask for at most; and the name that somebody gives a wallet, in characters */
export const WALLET_RECORD_MAX_BYTES = 8_192;
export const WALLET_RECORD_MAX_ITERATIONS = 10_000_000;
export const WALLET_NAME_MAX = 60;
/** nothing longer is read; and so many relays are used */
export const PAIRING_MAX_CHARACTERS = 4_096;
export const PAIRING_MAX_RELAYS = 5;
/** how long the worker with the connections may take, also to load */
export const KEEPER_TIMEOUT_MS = 15 * SECOND;
/** how long the user has to allow a wallet in the browser, and that wallet for all else */
export const WEBLN_ENABLE_TIMEOUT_MS = 2 * MINUTE;
export const WEBLN_CALL_TIMEOUT_MS = 20 * SECOND;
/** a request goes out when the answers are listened for, at the latest after so long (NWC-06) */
export const NWC_LISTEN_FIRST_MS = 2_500;
/** how long a wallet has for an answer, also on who it is (WALLET-23), and a relay to take a request */
export const NWC_TIMEOUT_MS = 10 * SECOND;
/** answers are asked for from so long ago on: clocks differ */
export const NWC_SINCE_S = 60;
/** how long relays have for the info event of a wallet */
export const NWC_INFO_TIMEOUT_MS = 4 * SECOND;
/** payments are looked for in the list from so long before their invoice was made: clocks differ */
export const TRANSACTIONS_MARGIN_S = 600;
/** so many pages at most: who has more is not known to have made none */
export const TRANSACTIONS_PAGES_MAX = 20;
/** payments that a wallet is asked for at once, and that are read of a page: one that sends more does not mean to end */
export const TRANSACTIONS_PAGE = 20;
export const TRANSACTION_ROWS_MAX = 100;
export const TRANSACTION_TEXT_MAX = 500;
export const TRANSACTION_INVOICE_MAX = 8_192;

/** not in the specification: a balance is asked for again, by who sees it, so many ms after it was last */
export const BALANCE_STALE_MS = 30 * SECOND;

// payments
/** ms until a payment without an answer is said to be not known yet (ZAP-13) */
export const PAYMENT_TIMEOUT_MS = 25 * SECOND;
/** ms after which a wallet must not begin with a request any more: it carries this as its `expiration` */
export const PAYMENT_REQUEST_LIFE_MS = 30 * SECOND;
/** clocks of others may be so many ms behind */
export const PAYMENT_CLOCK_MARGIN_MS = 15 * SECOND;
/** not in the specification: ms after the end of an invoice until its payer is believed that nothing was paid */
export const DENIAL_WAIT_MS = 60 * 60 * SECOND;
/** ms between looks for what became of a payment: each time twice as long up to a bound, and after some minutes a longer one */
export const LOOK_UP_FIRST_MS = 2 * SECOND;
export const LOOK_UP_MOST_MS = 10 * SECOND;
export const LOOK_UP_PATIENT_MS = 60 * SECOND;
export const LOOKS_IN_HASTE = 20;
/** ms after its refusal until a wallet that cannot be asked any more is believed: it did not begin */
export const REFUSAL_DOUBT_MS = 10 * MINUTE;
/** ms after a refusal until no clock lets its wallet begin any more, at most: then it is asked */
export const HELD_LOOK_MS = PAYMENT_REQUEST_LIFE_MS + PAYMENT_CLOCK_MARGIN_MS;
/** ms that a wallet has to answer, and some, before it is believed that nobody asks any more */
export const ASKING_MARGIN_MS = 12 * SECOND;
/** ms after the end of an invoice until it is no longer looked whether somebody paid what was shown */
export const OFFER_MARGIN_MS = 10 * 60 * SECOND;
/** seconds that the clock of a provider may be behind */
export const PROVIDER_CLOCK_MARGIN_S = 600;
/** of what a payment was for, in characters */
export const PAYMENT_NOTE_MAX = 200;
/** ms between two looks at which tabs there are that may ask for payments */
export const ASKERS_LOOK_EVERY_MS = 5 * SECOND;
/** What fits into the largest QR code: nothing longer is read. */
export const INVOICE_MAX_CHARACTERS = 7_089;
/** an offer (BOLT12), and what it says it is for */
export const OFFER_MAX_CHARACTERS = 7_089;
export const OFFER_DESCRIPTION_MAX = 200;
/** a wallet that tells of money by itself is asked all the same, should that get lost */
export const RECEIVED_LOOK_MS = 5 * SECOND;
/** looks without an answer after the end of an invoice, until it is left to the wallet to say whether it was paid */
export const RECEIVED_LATE_LOOKS = 6;
/** characters; what more there is, an invoice has no room for */
export const RECEIVE_DESCRIPTION_MAX = 200;
/** what was withdrawn: so often less is asked for, what the way takes is known for an invoice only */
export const REDEEM_TRIES = 4;
/** of what nutzaps brought, what stays back for the fee of a mint that does not tell it: in percent, and at least in sats */
export const REDEEM_FEE_PERCENT = 2;
export const REDEEM_FEE_LEAST_SATS = 2;

// providers of Lightning addresses
/** LNURL-02: elsewhere bech32 keeps its limit of 90 */
export const LNURL_MAX_CHARACTERS = 2_048;
export const LIGHTNING_ADDRESS_MAX_CHARACTERS = 320;
export const PROXY_MAX_CHARACTERS = 500;
/** LNURL-07, LNURL-10 */
export const PAY_PARAMETERS_TIMEOUT_MS = 8 * SECOND;
export const INVOICE_TIMEOUT_MS = 10 * SECOND;
/** a provider may send a picture along; what is longer is not read to its end */
export const LNURL_ANSWER_MAX_CHARACTERS = 256_000;
export const PROVIDER_SAID_MAX_CHARACTERS = 200;
/** not in the specification: what a provider says it takes of a comment, at most */
export const PROVIDER_COMMENT_MOST_CHARACTERS = 2_000;
/** what a provider tells of a payment, and what of it is shown */
export const PAY_METADATA_MAX_CHARACTERS = 32_768;
export const PAY_DESCRIPTION_MAX_CHARACTERS = 280;
/** how long what a provider said is believed; what is paid is asked anew with each invoice */
export const PAYEE_STALE_MS = 10 * MINUTE;
/** providers of so many people are remembered */
export const PROVIDERS_MOST = 1_000;
/** how long a provider is believed to stay, and how long one that does not answer is left alone */
export const PROVIDER_STALE_MS = 6 * HOUR;
export const PROVIDER_RETRY_MS = 10 * MINUTE;
/** providers that are asked at the same time */
export const PROVIDERS_AT_ONCE = 4;
/** ms between two questions whether an invoice was paid (LUD-21), at first and after some minutes */
export const INVOICE_VERIFY_EVERY_MS = 3 * SECOND;
export const INVOICE_VERIFY_PATIENT_MS = 60 * SECOND;
export const INVOICE_VERIFIES_IN_HASTE = 100;

// zaps
/** amounts that are offered */
export const ZAP_PRESETS_MAX = 6;
/** of the comment of a zap */
export const ZAP_COMMENT_MAX_CHARACTERS = 280;
/** people that a zap is split between, at most */
export const ZAP_SPLIT_MOST = 20;
/** relays that a receipt is asked for on, at most */
export const ZAP_RELAYS_MOST = 10;
/** ms that the relays of the recipient are waited for */
export const ZAP_RELAYS_WAIT_MS = SECOND;
/** before a zap without a look is sent, what is written down of others is waited for so long */
export const WRITTEN_ZAPS_WAIT_MS = 5_000;
/** ms until it is said that a zap was paid and no receipt came */
export const ZAP_RECEIPT_MS = 60 * SECOND;
/** zaps that are over are kept for who looks at them, so many in all */
export const ZAPS_KEPT = 50;
/** ms in which notes gather whose zaps are counted together */
export const ZAP_WINDOW_MS = 300;
/** receipts of a day that are asked for, at most, and that are kept */
export const OWN_RECEIPTS_MOST = 500;
/** receipts of one person that a relay is asked for at once, and how often it is asked for older ones, at most */
export const RECEIVED_ZAPS_PAGE = 500;
export const RECEIVED_ZAPS_PAGES = 10;
/** what was received counts as new for so long */
export const RECEIVED_ZAPS_STALE_MS = 5 * MINUTE;
/** Lightning addresses that were paid and are remembered, at most */
export const LAST_PAYEES_MOST = 200;
/** nodes of one of them, at most: a provider may have several */
export const LAST_NODES_MOST = 5;
