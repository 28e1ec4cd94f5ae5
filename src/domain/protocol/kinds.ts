/** Event kinds (APP-13). */
export const KIND = {
  metadata: 0,
  textNote: 1,
  contacts: 3,
  encryptedDirectMessage: 4,
  deletion: 5,
  repost: 6,
  reaction: 7,
  genericRepost: 16,
  zapRequest: 9734,
  zap: 9735,
  muteList: 10000,
  relayList: 10002,
  bookmarkList: 10003,
  /** NIP-42 */
  relayAuth: 22242,
  /** NIP-60 and NIP-61; that of the backup is of the conventional library */
  cashuBackup: 375,
  cashuQuote: 7374,
  cashuTokenHistory: 7376,
  cashuToken: 7375,
  nutzap: 9321,
  nutzapInfo: 10019,
  cashuWallet: 17375,
  /** the wallet event as it once was: addressable, with its mints in the open */
  cashuWalletOld: 37375,
  /** NIP-47 */
  walletInfo: 13194,
  walletRequest: 23194,
  walletResponse: 23195,
  walletNotification: 23197,
  walletNotificationOld: 23196,
  /** NIP-98; also what the key of old saved wallets is made of (WALLET-35) */
  httpAuth: 27235,
  longFormArticle: 30023,
  /** NIP-87: of mints, and of other things */
  recommendation: 38000,
  mintAnnouncement: 38172,
  /** NIP-78; the list of mints that recovery words lead to (NUT-27) */
  appData: 30078,
} as const;

/** Kinds of which only the newest event per author counts (NIP-01). */
export const isReplaceableKind = (kind: number): boolean =>
  kind === KIND.metadata || kind === KIND.contacts || (kind >= 10_000 && kind < 20_000);
