import { SECOND } from '#domain/units.ts';

/** how often a connect is tried when the network failed, and how long after the one before (WALLET-24) */
export const WALLET_CONNECT_ATTEMPTS = 3;
export const WALLET_RETRY_MS = 2 * SECOND;
/** WALLET-20, WALLET-23 */
export const AUTO_CONNECT_DAYS = 30;
export const AUTO_CONNECT_TIMEOUT_MS = 10 * SECOND;
