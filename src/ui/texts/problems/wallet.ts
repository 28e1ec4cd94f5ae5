import type { ServiceCode, WalletProblem } from '#domain/wallet/wallet-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

/** What can go wrong with a wallet, in words; also that nothing was chosen in a list. */
export type WalletProblemWords = ProblemWords<WalletProblem | { readonly code: 'none-chosen' }>;

const refusals: Readonly<Record<ServiceCode, string>> = {
  RATE_LIMITED: 'Your wallet wants fewer requests. Try again in a minute.',
  NOT_IMPLEMENTED: 'Your wallet cannot do that.',
  INSUFFICIENT_BALANCE: 'There is not enough in your wallet.',
  QUOTA_EXCEEDED: 'This is more than your wallet lets this app spend. Raise the budget in your wallet.',
  RESTRICTED: 'Your wallet does not let this app do that.',
  UNAUTHORIZED: 'Your wallet does not know this connection any more. Make a new one in your wallet.',
  UNSUPPORTED_ENCRYPTION: 'Your wallet speaks another encryption than this app.',
  PAYMENT_FAILED: 'The payment failed.',
  NOT_FOUND: 'Your wallet knows nothing of it.',
  EXPIRED: 'The request came too late. Nothing was paid.',
  INTERNAL: 'Something went wrong in your wallet.',
  OTHER: 'Your wallet said no.',
};

/** of the wallet: a service or a browser */
const says = (said: string): string => `Your wallet says: ${said}`;

const incomplete = 'Incomplete initialization parameters';
const notDecrypted = 'Wallet not found or could not be decrypted';
const unlockFirst = 'Unlock your key first: saved wallets are encrypted with it.';

const results: Readonly<Record<string, string>> = {
  pay_invoice: 'Payment failed',
  get_balance: 'Failed to get balance',
  get_info: 'Failed to get info',
  list_transactions: 'Failed to list transactions',
  make_invoice: 'Failed to make invoice',
};

export const walletProblems: WalletProblemWords = {
  'none-chosen': 'Please select a wallet',
  'no-pairing-code': `${incomplete}. Paste the connection string from your wallet app.`,
  'not-a-pairing-code': `${incomplete}. A connection string begins with nostr+walletconnect://`,
  'pairing-incomplete': incomplete,
  'pairing-key': `${incomplete}. The wallet’s key in this connection string is not valid.`,
  'pairing-secret': `${incomplete}. The secret in this connection string is not valid.`,
  'pairing-relay': `${incomplete}. This connection string names no relay that can be used.`,
  'no-account': 'User pubkey is required to store the wallet connection securely',
  'wallet-not-found': notDecrypted,
  'wallet-locked': `${notDecrypted}. ${unlockFirst}`,
  'wallet-too-old': 'This wallet was saved with an old encryption system. Please reconnect it.',
  'cannot-encrypt': unlockFirst,
  'not-connected': 'Wallet not connected',
  'no-client': 'NDK not initialized',
  'not-initialized': 'Wallet not initialized',
  worker: 'The part of this page that talks to your wallet stopped. Please try again.',
  storage: 'Storage is full or blocked.',
  cancelled: 'Cancelled.',
  'no-relay': 'No relay of this wallet could be reached.',
  'no-answer': ({ ms }) => `Request timed out after ${ms}ms`,
  unreadable: 'failed_to_parse_response',
  'no-result': ({ method }) => results[method] ?? refusals.OTHER,
  'no-proof': 'The wallet says it paid, but what it sent proves nothing',
  'no-common-encryption': refusals.UNSUPPORTED_ENCRYPTION,
  service: ({ name, said }) => (said === '' ? refusals[name] : `${refusals[name]} ${says(said)}`),
  'no-provider': 'Your browser has no WebLN provider',
  'provider-not-ready': 'Provider not ready',
  'provider-silent': ({ ms }) => `Request timed out after ${ms}ms`,
  'missing-pr': 'missing pr',
  provider: ({ said }) => (said === '' ? refusals.INTERNAL : says(said)),
  'already-paid': 'This invoice is paid already.',
  'under-way': 'This invoice is being paid already.',
  'may-be-paid':
    'A wallet refused this invoice but could still pay it. Try again in a minute, or ask for a new invoice.',
  'invoice-expired': 'This invoice has expired.',
  dearer: 'The mint wants more than it said before. Nothing was paid. Try again to see what it wants now.',
  interrupted: 'It was interrupted before it was sent. Nothing was paid.',
  denied: 'You said that it was not paid.',
  'ecash-deleted': 'The ecash that was to pay it was deleted.',
  unknown: 'Something went wrong. Please try again.',
};
