import { countedIn } from '#domain/text/numbers.ts';
import type { cacheTexts } from '#ui/texts/cache.ts';
import type { Words } from '#ui/texts/say.ts';
import { dative } from './dative.ts';
import { sats } from './sats.ts';

const counted = countedIn('de');

export const cache: Words<typeof cacheTexts> = {
  byGroup: 'Zwischenspeicher nach Gruppen',
  groups: {
    feed: 'Feed',
    metadata: 'Profile',
    contacts: 'Kontakte',
    thread: 'Gespräche',
    'zap-totals': 'Zap-Summen',
    other: 'Anderes',
  },
  names: 'Namen',
  ascii: 'ASCII-Bilder',
  itemsAndSize: (items, size) => `${items} · ${size}`,
  clearGroup: (group) => `${group} leeren`,
  memory: 'Arbeitsspeicher',
  pressure: 'Speicherdruck',
  pressures: {
    low: 'Gering',
    medium: 'Mittel',
    high: 'Hoch: Alte Notizen werden entfernt',
    critical: 'Kritisch: Vieles wird entfernt',
  },
  used: 'Arbeitsspeicher belegt',
  usedOf: (used, total) => `${used} von ${total}`,
  cacheSize: 'Zwischenspeicher, geschätzt',
  queries: (size, count) => `${size}, ${counted(count, { one: 'Abfrage', other: 'Abfragen' })}`,
  updated: 'Zuletzt geändert',
  lastCleanup: 'Zuletzt aufgeräumt',
  never: 'Noch nicht',
  ago: (age) => `vor ${dative(age)}`,
  justNow: 'Gerade eben',
  storage: 'Speicher',
  keeping: 'Gesicherte Daten',
  kept: 'Werden vom Browser behalten',
  notKept: 'Dürfen vom Browser entfernt werden',
  preferences: 'Einstellungen zurücksetzen',
  preferencesWhy: 'Darstellung, Filter und vorgegebene Relays',
  wallet: 'Gespeicherte Wallet löschen',
  walletWhy: 'Die Verbindung zur Wallet und ihr Geheimnis',
  walletNone: 'Keine Wallet ist verbunden oder gespeichert',
  everything: 'Alles leeren',
  everythingWhy: (items, size, logsOut) => `${items} Einträge, etwa ${size}.${logsOut ? ' Meldet dich ab.' : ''}`,
  cancel: 'Abbrechen',
  clearing: 'Wird geleert …',
  items: 'Einträge',
  size: 'Größe, geschätzt',
  clear: {
    title: 'Zwischenspeicher leeren',
    confirm: 'Zwischenspeicher leeren',
    all: 'Entfernt alle zwischengespeicherten Notizen, Profile, Kontaktlisten, Gespräche und Zahlen von diesem Gerät.',
    group: (group) => `Entfernt von diesem Gerät, was zwischengespeichert ist: ${group}.`,
    again: 'Was du gerade ansiehst, wird neu geladen. Dir geht nichts verloren.',
  },
  clearEverything: {
    title: 'Alles leeren',
    confirm: 'Alles leeren',
    lead: 'Entfernt alle zwischengespeicherten Notizen, Profile, Kontaktlisten, Gespräche, Zahlen und Namen von diesem Gerät und meldet dich ab.',
    leadVisitor:
      'Entfernt alle zwischengespeicherten Notizen, Profile, Kontaktlisten, Gespräche, Zahlen und Namen von diesem Gerät.',
    stays: 'Was bleibt',
    staysWhy:
      'Gespeicherte Schlüssel und Konten, Einstellungen, Relays, Entwürfe, noch nicht gesendete Beiträge und die Bilder, die der Browser selbst behält.',
    walletsGo: 'Die Verbindungen dieses Kontos zu Wallets gehen verloren',
    walletsGoWhy:
      'Sie enden, wenn du abgemeldet wirst. Deine Sats bleiben in deiner Wallet. Um von hier wieder zu zahlen, verbinde sie neu.',
    keyLost: 'Dein Schlüssel ist nicht auf diesem Gerät gespeichert',
    keyLostWhy: 'Er ist nur im Arbeitsspeicher. Ohne deinen nsec kannst du dich nicht wieder anmelden.',
  },
  stake: {
    sats: (count) => `Du hast ${sats(count)} Ecash auf diesem Gerät`,
    ofAccounts: (count, accounts) =>
      `Auf diesem Gerät sind ${sats(count)} Ecash von ${counted(accounts, { one: 'Konto', other: 'Konten' })}`,
    inOthers: 'Du hast Ecash in anderen Währungen auf diesem Gerät',
    others: (list) => `Münzen anderer Währungen: ${list}. Die Wiederherstellungsphrase bringt sie nicht zurück.`,
    inUse: 'Auf diesem Gerät kannst du noch bezahlt werden',
    offers: (count) =>
      `${counted(count, { one: 'dauerhaftes Angebot ist', other: 'dauerhafte Angebote sind' })} in Gebrauch. Was darüber bezahlt wird, kommt nur auf dieses Gerät. Gib kein Angebot mehr weiter, bevor du hier etwas löschst.`,
    unfinished: 'Mit deinen Sats ist noch etwas nicht fertig',
    wordsKept: 'Die Wiederherstellungsphrase hast du aufgeschrieben.',
    wordsNotKept: 'Die Wiederherstellungsphrase ist noch nicht aufgeschrieben.',
    stays: 'Es bleibt hier und ist wieder da, wenn du dich anmeldest.',
    needsKey: 'Es bleibt hier, aber nur dein nsec öffnet es wieder.',
    kept: 'Es bleibt auf diesem Gerät.',
    lost: 'Es wird gelöscht. Nur die Wiederherstellungsphrase bringt es zurück, aber nichts, was draußen oder unterwegs ist.',
    tips: 'Trinkgeld in Ecash, das dich noch erreicht, öffnet nur die Wiederherstellungsphrase oder die Kopie auf deinen Relays, wenn du dort eine hast.',
    unreadable: 'Dein Ecash konnte nicht gelesen werden',
    unreadableWhy: 'Vielleicht sind Sats auf diesem Gerät. Von ihnen wird nichts gelöscht.',
    open: 'Nicht fertig',
    notDone: (count) => (count > 0 ? `${sats(count)}, nicht fertig` : 'nicht fertig'),
    kinds: {
      swap: 'Ecash getauscht',
      send: 'Token gesendet',
      receive: 'Token erhalten',
      reclaim: 'Token zurückgeholt',
      fence: 'Ecash getauscht',
      consolidation: 'Ecash getauscht',
      melt: 'Zahlung',
      deposit: 'Einzahlung',
      restore: 'Suche mit der Wiederherstellungsphrase',
      adoption: 'Von einem anderen Gerät übernommen',
    },
    payments: (count) =>
      `${counted(count, { one: 'Lightning-Zahlung ist', other: 'Lightning-Zahlungen sind' })} noch ungewiss.`,
    delete: 'Das Ecash auch löschen',
    deleteWhy: 'Von allen Konten in diesem Browser',
    typeAmount: (count) => `Gib ${count} ein, um das Ecash endgültig zu löschen`,
  },
  clearWallet: {
    title: 'Gespeicherte Wallet löschen',
    confirm: 'Gespeicherte Wallet löschen',
    lead: 'Löscht die Verbindung zur Wallet und ihr Geheimnis von diesem Gerät.',
    count: 'Verbindungen zu Wallets',
    warning: 'Die Verbindung lässt sich nicht zurückholen',
    warningWhy: 'Deine Sats bleiben in deiner Wallet. Um von hier wieder zu zahlen, verbinde sie neu.',
  },
  reset: {
    title: 'Einstellungen zurücksetzen',
    confirm: 'Einstellungen zurücksetzen',
    lead: 'Setzt Darstellung, Filter und Relays zurück.',
    on: 'An',
    onWhat: 'Dunkel, ASCII-Modus, Farbmodus, Nur Notizen mit Bild, Antworten zeigen, Geteiltes zeigen, NSFW-Filter',
    off: 'Aus',
    offWhat: 'Nur Gefolgte',
    hashtags: 'Hashtags',
    relays: 'Relays',
    relaysWhat: (removed) =>
      removed === 0
        ? 'Die vorgegebenen'
        : `Die vorgegebenen; ${counted(removed, { one: 'Relay geht', other: 'Relays gehen' })}`,
    warning: 'Der Feed wird anders aussehen',
    warningWhy:
      'Nur Notizen mit Bildern werden gezeigt, und Bilder werden mit Buchstaben gezeichnet. Um alle Notizen zu sehen, schalte in Darstellung „Nur Notizen mit Bild“ und den ASCII-Modus aus.',
  },
};
