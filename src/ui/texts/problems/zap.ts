import type { ZapProblem } from '#domain/wallet/zap-problem.ts';
import { toSats } from '#domain/msats.ts';
import { whole } from '#ui/texts/formats.ts';
import { sats as satsOf } from '#ui/texts/sats.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const zapProblems: ProblemWords<ZapProblem> = {
  'no-lightning-address': 'Recipient does not have a Lightning address',
  'lnurl-not-https': 'LNURL must be https',
  'lud06-format': 'Invalid LUD06 format',
  'lud16-format': 'Invalid LUD16 format',
  'address-unresolved': 'Failed to resolve Lightning address',
  'address-timeout': 'Failed to resolve Lightning address - network timeout',
  'pay-parameters': 'Invalid LNURL pay parameters',
  'amount-below': ({ sats }) => `Amount below minimum: ${whole(sats)} sats`,
  'amount-above': ({ sats }) => `Amount above maximum: ${whole(sats)} sats`,
  'comment-too-long': ({ most }) => `Comment too long: max ${whole(most)} characters`,
  'no-zaps-taken': 'This LNURL endpoint does not allow Nostr zaps',
  'invoice-timeout': 'Failed to request payment invoice - network timeout',
  'invoice-request': 'Failed to get payment request',
  'no-payment-request': 'No payment request received',
  'invoice-unreadable': 'The wallet of the recipient sent something that is not an invoice. Nothing was paid.',
  'invoice-amount': ({ asked, invoiced }) =>
    invoiced === 0
      ? `The invoice is not for the ${satsOf(toSats(asked), 3)} you chose. Nothing was paid.`
      : `The invoice is for ${satsOf(toSats(invoiced), 3)}, but you chose ${whole(toSats(asked), 3)}. Nothing was paid.`,
  'invoice-over': 'The invoice had already expired. Nothing was paid.',
  'zap-key-locked': 'Key is locked. Please unlock your NSEC key with your passphrase to sign the zap.',
  'zap-unsigned': 'Failed to sign zap request',
  'invoice-used': 'This invoice may have been paid before. Nothing was paid.',
  'offer-over': 'The invoice has expired, and nobody was seen paying it.',
  'paid-after-all': ({ sats }) =>
    `${satsOf(sats, 3)} ${sats === 1 ? 'was' : 'were'} paid after all: your wallet had refused this payment, and made it. Do not pay again.`,
  'zap-failed': 'Failed to send zap',
  'zap-refused': 'Zap not sent',
  'zap-unknown': 'Zap not known yet',
  'zap-asks': 'Zap waits for you',
};
