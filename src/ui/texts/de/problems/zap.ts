import type { ZapProblem } from '#domain/wallet/zap-problem.ts';
import { toSats } from '#domain/msats.ts';
import { sats as satsOf } from '#ui/texts/de/sats.ts';
import { whole } from '#ui/texts/formats.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const zapProblems: ProblemWords<ZapProblem> = {
  'no-lightning-address': 'Diese Person hat keine Lightning-Adresse',
  'lnurl-not-https': 'Eine LNURL muss mit https beginnen',
  'lud06-format': 'Das ist keine gültige LNURL (LUD06)',
  'lud16-format': 'Das ist keine gültige Lightning-Adresse (LUD16)',
  'address-unresolved': 'Die Lightning-Adresse antwortet nicht wie erwartet',
  'address-timeout': 'Die Lightning-Adresse hat nicht rechtzeitig geantwortet',
  'pay-parameters': 'Die Angaben der Lightning-Adresse sind ungültig',
  'amount-below': ({ sats }) => `Zu wenig: mindestens ${satsOf(sats)}`,
  'amount-above': ({ sats }) => `Zu viel: höchstens ${satsOf(sats)}`,
  'comment-too-long': ({ most }) => `Der Kommentar ist zu lang: höchstens ${whole(most)} Zeichen`,
  'no-zaps-taken': 'Diese Lightning-Adresse nimmt keine Zaps an',
  'invoice-timeout': 'Die Rechnung kam nicht rechtzeitig',
  'invoice-request': 'Die Rechnung konnte nicht geholt werden',
  'no-payment-request': 'Es kam keine Rechnung',
  'invoice-unreadable': 'Was ankam, ist keine Rechnung. Es wurde nichts bezahlt.',
  'invoice-amount': ({ asked, invoiced }) =>
    invoiced === 0
      ? `Die Rechnung lautet nicht auf den Betrag von ${satsOf(toSats(asked), 3)}, den du gewählt hast. Es wurde nichts bezahlt.`
      : `Die Rechnung lautet auf ${satsOf(toSats(invoiced), 3)}, gewählt hast du ${whole(toSats(asked), 3)}. Es wurde nichts bezahlt.`,
  'invoice-over': 'Die Rechnung war schon abgelaufen. Es wurde nichts bezahlt.',
  'zap-key-locked': 'Dein Schlüssel ist gesperrt. Entsperr ihn mit deiner Passphrase, um den Zap zu signieren.',
  'zap-unsigned': 'Der Zap konnte nicht signiert werden',
  'invoice-used': 'Diese Rechnung wurde vielleicht schon bezahlt. Es wurde nichts bezahlt.',
  'offer-over': 'Die Rechnung ist abgelaufen, und eine Zahlung war nicht zu sehen.',
  'paid-after-all': ({ sats }) =>
    `${satsOf(sats, 3)} ${sats === 1 ? 'wurde' : 'wurden'} doch noch bezahlt: Deine Wallet hatte diese Zahlung abgelehnt und sie trotzdem ausgeführt. Zahl nicht noch einmal.`,
  'zap-failed': 'Der Zap konnte nicht gesendet werden',
  'zap-refused': 'Zap nicht gesendet',
  'zap-unknown': 'Zap noch ungewiss',
  'zap-asks': 'Zap wartet auf dich',
};
