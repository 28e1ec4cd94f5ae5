import type { ServiceCode, WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { whole } from './formats.ts';
import type { ProblemWords } from './say.ts';

const sats = (count: number) => `${whole(count)} sats`;

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

const results: Readonly<Record<string, string>> = {
  pay_invoice: 'Payment failed',
  get_balance: 'Failed to get balance',
  get_info: 'Failed to get info',
  list_transactions: 'Failed to list transactions',
  make_invoice: 'Failed to make invoice',
};

/** What can go wrong with a wallet, in words; also that nothing was chosen in a list. */
const problems: ProblemWords<WalletProblem | { readonly code: 'none-chosen' }> = {
  'none-chosen': 'Please select a wallet',
  'no-pairing-code': 'Paste the connection string from your wallet app.',
  'not-a-pairing-code': 'This is no connection string. It begins with nostr+walletconnect://',
  'pairing-incomplete': 'Incomplete initialization parameters',
  'pairing-key': 'The wallet’s key in this connection string is not valid.',
  'pairing-secret': 'The secret in this connection string is not valid.',
  'pairing-relay': 'This connection string names no relay that can be used.',
  'no-account': 'User pubkey is required to store the wallet connection securely',
  'wallet-not-found': 'Wallet not found or could not be decrypted',
  'wallet-too-old': 'This wallet was saved with an old encryption system. Please reconnect it.',
  'cannot-encrypt': 'Unlock your key first: saved wallets are encrypted with it.',
  'not-saved': 'The wallet could not be saved on this device.',
  'not-connected': 'Wallet not connected',
  'no-client': 'NDK not initialized',
  'not-initialized': 'Wallet not initialized',
  worker: 'The part of this page that talks to your wallet stopped. Please try again.',
  storage: 'This browser keeps no data here.',
  cancelled: 'Cancelled.',
  'no-relay': 'No relay of this wallet could be reached.',
  'no-answer': ({ ms }) => `Request timed out after ${ms}ms`,
  unreadable: 'failed_to_parse_response',
  'no-result': ({ method }) => results[method] ?? refusals.OTHER,
  'no-common-encryption': refusals.UNSUPPORTED_ENCRYPTION,
  service: ({ name }) => refusals[name],
  'no-provider': 'Your browser has no WebLN provider',
  'provider-not-ready': 'Provider not ready',
  'missing-pr': 'missing pr',
  provider: ({ said }) => `Your wallet says: ${said}`,
  'already-paid': 'This invoice is paid already.',
  'under-way': 'This invoice is being paid already.',
  'invoice-expired': 'This invoice has expired.',
  interrupted: 'It was interrupted before it was sent. Nothing was paid.',
  unknown: 'Something went wrong. Please try again.',
};

/** What the views of Lightning wallets say. The words of the specification stand letter by letter. */
export const walletTexts = {
  cancel: 'Cancel',
  problems,
  error: (message: string) => `Error: ${message}`,
  sats,
  loginRequired: 'Login Required',
  loginWhy: 'Log in with your key or an extension: your wallet belongs to your account.',
  none: 'No wallet connected',
  noneWhy: 'Connect a wallet you already have. Payments go from there, and this app never holds your money.',
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  saved: 'Saved wallets',
  browser: 'Wallet of your browser',
  browserName: 'WebLN Wallet',
  name: (date: string) => `NWC Wallet ${date}`,
  connected: 'Connected',
  unreachable: 'Its relays cannot be reached. Trying again.',
  notSaved: 'Not saved: connected until you close this page',
  balance: 'Balance',
  noBalance: 'Your wallet does not tell',
  disconnect: 'Disconnect',
  history: 'Payments',
  showHistory: 'Show payments',
  noHistory: 'No payments yet',
  more: 'Show more',
  received: 'Received',
  sent: 'Sent',
  states: { pending: 'under way', failed: 'failed', expired: 'expired', settled: '' },
  sheet: {
    title: 'Connect a Lightning wallet',
    code: 'Connection string',
    codeHint: 'from your wallet app',
    name: 'Name',
    keep: 'Save for future use',
    keepWhy: 'Encrypted with your key on this device',
    submit: 'Connect',
    brought: 'A link wants to connect a wallet',
    broughtBy: (where: string) =>
      `It names ${where}. Connect it only if it is your own: what you pay goes from there, and what you receive goes there.`,
    logIn: 'Log in',
  },
  list: {
    lead: 'Choose the wallet that pays.',
    label: 'Saved wallets',
    empty: 'No wallet is saved on this device.',
    used: (ago: string) => `Used ${ago}`,
    rename: (name: string) => `Rename ${name}`,
    newName: 'New name',
    save: 'Save',
    forget: (name: string) => `Forget ${name}`,
    forgetTitle: 'Forget this wallet?',
    forgetWhy: 'It is removed from this device. Your money stays in your wallet.',
    confirm: 'Forget',
    submit: 'Connect',
    failed: 'Failed to connect to wallet',
  },
  links: 'Open wallet links here',
  failedNwc: 'Failed to connect NWC wallet',
  failedWebln: 'Failed to connect WebLN wallet',
};

/** What a problem with a wallet is called in words. */
export const walletProblemText = (problem: WalletProblem | { readonly code: 'none-chosen' }): string => {
  const words = walletTexts.problems[problem.code] as
    string | ((problem: WalletProblem | { code: 'none-chosen' }) => string);
  return typeof words === 'string' ? words : words(problem);
};
