import type { WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { walletProblems } from './problems/wallet.ts';
import { sats } from './sats.ts';

/** What the views of Lightning wallets say. The words of the specification stand letter by letter. */
export const walletTexts = {
  cancel: 'Cancel',
  problems: walletProblems,
  error: (message: string) => `Error: ${message}`,
  sats,
  loginRequired: 'Login Required',
  loginWhy: 'Log in with your key or an extension: your wallet belongs to your account.',
  none: 'No wallet connected',
  noneWhy: 'Connect a wallet you already have. Payments go from there, and this app never holds your money.',
  lockedWhy: 'Unlock your key to connect a wallet you saved.',
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  saved: 'Saved wallets',
  savedCount: (count: number) => `${count} on this device`,
  anotherWhy: 'Nostr Wallet Connect',
  browser: 'Wallet of your browser',
  browserName: 'WebLN Wallet',
  name: (date: string) => `NWC Wallet ${date}`,
  connected: 'Connected',
  unreachable: 'Its relays cannot be reached. Trying again.',
  notSaved: 'Not saved: connected until you close this page',
  forgotten: 'This wallet is no longer saved on this device.',
  removed: 'This wallet was removed in another tab, so it is disconnected here, too.',
  balance: 'Balance',
  noBalance: 'Your wallet does not tell',
  disconnect: 'Disconnect',
  receivesAt: 'Receives at',
  lastUsed: 'Last used',
  ago: (age: string) => (age === '' ? 'just now' : `${age} ago`),
  sheet: {
    title: 'Connect a Lightning wallet',
    code: 'Connection string',
    codeHint: 'from your wallet app',
    paste: 'Paste',
    cannotPaste: 'Your browser does not allow reading the clipboard. Paste with the keyboard.',
    name: 'Name',
    keep: 'Save for future use',
    keepWhy: 'Encrypted with your key on this device',
    keepLocked: 'Unlock your key first: the wallet is encrypted with it',
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
    used: (age: string) => (age === '' ? 'Used just now' : `Used ${age} ago`),
    usedOfBrowser: (used: string) => `Browser wallet · ${used}`,
    another: 'Connect another wallet',
    rename: (name: string) => `Rename ${name}`,
    newName: 'New name',
    save: 'Save',
    forget: (name: string) => `Forget ${name}`,
    forgetTitle: 'Forget this wallet?',
    forgetWhy: (name: string) => `${name} is removed from this device. Your money stays in your wallet.`,
    confirm: 'Forget',
    submit: 'Connect',
    failed: 'Failed to connect to wallet',
  },
  budget: 'Budget of this app',
  budgetLeft: (left: string, total: string) => `${left} of ${total} left`,
  budgetRenews: 'Budget renews',
  receive: {
    open: 'Receive',
    title: 'Receive',
    description: 'What for (optional)',
    noAmount: 'Enter an amount in whole sats.',
    make: 'Make invoice',
    lead: (sats: string) => `Whoever pays this invoice sends ${sats} to your wallet.`,
    until: (time: string) => `It can be paid until ${time}.`,
    qr: 'QR code of the invoice',
    noQr: 'The QR code could not be drawn. Copy the invoice instead.',
    copy: 'Copy invoice',
    waiting: 'Waiting for the payment…',
    unwatched: 'Your wallet does not tell this app of payments. Check there whether it arrived.',
    paid: (sats: string) => `${sats} received`,
    over: 'This invoice has expired',
    overWhy: 'Nothing came by it. Make a new one.',
    again: 'New invoice',
    done: 'Done',
  },
  proxy: {
    title: 'Proxy for Lightning addresses',
    label: 'Address of the proxy',
    example: 'https://proxy.example/?url=',
    save: 'Save',
    why: 'Some providers cannot be asked by a web page. A proxy asks them for you, and sees whom you pay and how much. Only when a provider does not answer, and never while this is empty.',
    wrong: 'This must be an https address.',
    zaps: 'Also for zaps and comments',
    zapsWhy: 'The proxy then sees what you write, and who you are',
  },
  failedNwc: 'Failed to connect NWC wallet',
  failedWebln: 'Failed to connect WebLN wallet',
};

/** What a problem with a wallet is called in words. */
export const walletProblemText = (problem: WalletProblem | { readonly code: 'none-chosen' }): string => {
  const words = walletTexts.problems[problem.code] as
    | string
    | ((problem: WalletProblem | { code: 'none-chosen' }) => string);
  return typeof words === 'string' ? words : words(problem);
};

/** What is said in place of a balance. */
export const noBalanceText = (problem: WalletProblem | undefined): string =>
  problem ? walletProblemText(problem) : walletTexts.noBalance;
