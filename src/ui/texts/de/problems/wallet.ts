import type { ServiceCode } from '#domain/wallet/wallet-problem.ts';
import type { WalletProblemWords } from '#ui/texts/problems/wallet.ts';

const refusals: Readonly<Record<ServiceCode, string>> = {
  RATE_LIMITED: 'Deine Wallet möchte weniger Anfragen. Versuch es in einer Minute wieder.',
  NOT_IMPLEMENTED: 'Das kann deine Wallet nicht.',
  INSUFFICIENT_BALANCE: 'In deiner Wallet ist nicht genug.',
  QUOTA_EXCEEDED: 'Das ist mehr, als deine Wallet dieser App erlaubt. Erhöhe das Budget in deiner Wallet.',
  RESTRICTED: 'Deine Wallet erlaubt dieser App das nicht.',
  UNAUTHORIZED: 'Deine Wallet kennt diese Verbindung nicht mehr. Leg in deiner Wallet eine neue an.',
  UNSUPPORTED_ENCRYPTION: 'Deine Wallet verschlüsselt anders als diese App.',
  PAYMENT_FAILED: 'Die Zahlung ist fehlgeschlagen.',
  NOT_FOUND: 'Deine Wallet weiß nichts davon.',
  EXPIRED: 'Die Anfrage kam zu spät. Es wurde nichts bezahlt.',
  INTERNAL: 'In deiner Wallet ging etwas schief.',
  OTHER: 'Deine Wallet hat abgelehnt.',
};

const says = (said: string): string => `Deine Wallet sagt: ${said}`;

const incomplete = 'Der Verbindungscode ist nicht vollständig';
const notDecrypted = 'Wallet nicht gefunden oder nicht zu entschlüsseln';
const unlockFirst = 'Entsperr zuerst deinen Schlüssel: Gespeicherte Wallets sind damit verschlüsselt.';

const results: Readonly<Record<string, string>> = {
  pay_invoice: 'Zahlung fehlgeschlagen',
  get_balance: 'Guthaben nicht erhalten',
  get_info: 'Keine Auskunft erhalten',
  list_transactions: 'Zahlungen nicht erhalten',
  make_invoice: 'Rechnung nicht erhalten',
};

export const walletProblems: WalletProblemWords = {
  'none-chosen': 'Bitte wähl eine Wallet',
  'no-pairing-code': `${incomplete}. Füg ihn aus deiner Wallet-App ein.`,
  'not-a-pairing-code': `${incomplete}. Er beginnt mit nostr+walletconnect://`,
  'pairing-incomplete': incomplete,
  'pairing-key': `${incomplete}. Der Schlüssel der Wallet darin ist ungültig.`,
  'pairing-secret': `${incomplete}. Das Geheimnis darin ist ungültig.`,
  'pairing-relay': `${incomplete}. Er nennt kein Relay, das sich nutzen lässt.`,
  'no-account': 'Um die Wallet sicher zu speichern, musst du angemeldet sein',
  'wallet-not-found': notDecrypted,
  'wallet-locked': `${notDecrypted}. ${unlockFirst}`,
  'wallet-too-old': 'Diese Wallet wurde mit einer alten Verschlüsselung gespeichert. Bitte verbinde sie neu.',
  'cannot-encrypt': unlockFirst,
  'not-connected': 'Keine Wallet verbunden',
  'no-client': 'Die App ist noch nicht bereit',
  'not-initialized': 'Die Wallet ist noch nicht bereit',
  worker: 'Der Teil dieser Seite, der mit deiner Wallet spricht, wurde beendet. Bitte versuch es noch einmal.',
  storage: 'Der Speicher ist voll oder gesperrt.',
  cancelled: 'Abgebrochen.',
  'no-relay': 'Kein Relay dieser Wallet ist erreichbar.',
  'no-answer': ({ ms }) => `Keine Antwort nach ${Math.round(ms / 1000)} s`,
  unreadable: 'Die Antwort der Wallet war nicht zu lesen',
  'no-result': ({ method }) => results[method] ?? refusals.OTHER,
  'no-proof': 'Die Wallet will bezahlt haben, doch was sie schickte, belegt nichts',
  'no-common-encryption': refusals.UNSUPPORTED_ENCRYPTION,
  service: ({ name, said }) => (said === '' ? refusals[name] : `${refusals[name]} ${says(said)}`),
  'no-provider': 'Dein Browser hat keine Wallet (WebLN)',
  'provider-not-ready': 'Die Wallet des Browsers ist nicht bereit',
  'provider-silent': ({ ms }) => `Keine Antwort nach ${Math.round(ms / 1000)} s`,
  'missing-pr': 'Es fehlt die Rechnung',
  provider: ({ said }) => (said === '' ? refusals.INTERNAL : says(said)),
  'already-paid': 'Diese Rechnung ist schon bezahlt.',
  'under-way': 'Diese Rechnung wird schon bezahlt.',
  'may-be-paid':
    'Eine Wallet hat diese Rechnung abgelehnt, könnte sie aber noch bezahlen. Versuch es in einer Minute noch einmal, oder bitte um eine neue Rechnung.',
  'invoice-expired': 'Diese Rechnung ist abgelaufen.',
  dearer:
    'Die Mint verlangt mehr, als sie vorher gesagt hat. Es wurde nichts bezahlt. Versuch es noch einmal, um zu sehen, was sie jetzt verlangt.',
  interrupted: 'Es wurde unterbrochen, bevor es gesendet war. Es wurde nichts bezahlt.',
  denied: 'Du hast gesagt, dass nicht bezahlt wurde.',
  'ecash-deleted': 'Das Ecash, das bezahlen sollte, wurde gelöscht.',
  unknown: 'Etwas ging schief. Bitte versuch es noch einmal.',
};
