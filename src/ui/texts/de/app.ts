import { countedIn } from '#domain/text/numbers.ts';
import type { texts } from '#ui/texts/app.ts';
import type { Words } from '#ui/texts/say.ts';

const counted = countedIn('de');

export const app: Words<typeof texts> = {
  language: 'de',
  direction: 'ltr',
  now: 'jetzt',
  write: 'Notiz schreiben',
  newNotes: (count) => counted(count, { one: 'neue Notiz', other: 'neue Notizen' }),
  showMore: (count) => `${count} weitere anzeigen`,
  shell: {
    name: 'Nuthatch',
    claim: 'Notizen über Relays',
    main: 'Hauptnavigation',
    skip: 'Zum Inhalt springen',
    toFeed: 'Nuthatch, zum Feed',
    search: 'Suche',
    settings: 'Einstellungen',
    offline: 'Du bist offline',
    offlineWhy: 'Du siehst, was hier gespeichert ist. Neue Notizen kommen, sobald die Verbindung wieder da ist.',
    broken: 'Die App ist stehen geblieben',
    brokenWhy: 'Ein Teil von ihr ist immer wieder ausgefallen. Neu laden hilft; was du gespeichert hast, bleibt.',
    reload: 'Neu laden',
    back: 'Zurück',
    close: 'Schließen',
    copied: 'Kopiert',
    notCopied: 'Nicht kopiert',
    loading: 'Wird geladen',
  },
  error: {
    sheet: 'Nicht verfügbar',
    title: 'Fehler in einem Teil der App',
    unknown: 'Ein unerwarteter Fehler ist aufgetreten',
    notLoaded: 'Dieser Teil der App konnte nicht geladen werden.',
    notLoadedWhy:
      'Vielleicht bist du offline, oder die App wurde aktualisiert; dann hilft Neuladen. Was du geschrieben hast, bleibt.',
    keyInMemory:
      'Dein Schlüssel ist auf diesem Gerät nicht gespeichert. Nach dem Neuladen brauchst du deinen nsec, um dich wieder anzumelden.',
    reloadAnyway: 'Trotzdem neu laden',
    rest: 'Der Rest der App funktioniert weiter.',
    retry: 'Noch einmal versuchen',
    copyDetails: 'Einzelheiten kopieren',
  },
  relays: {
    status: 'Stand der Relays',
    statusOf: (connected, all) => `Stand der Relays: ${connected} von ${all} Lese-Relays verbunden`,
  },
  feed: {
    title: 'Feed',
    addHashtag: 'Hashtag hinzufügen',
    all: 'Alle',
    hashtags: 'Hashtag-Filter',
    notes: 'Notizen',
  },
  note: {
    title: 'Notiz',
    by: (name) => `Notiz von ${name}`,
    unavailable: 'Notiz gerade nicht verfügbar',
    profileOf: (name) => `${name}, Profil`,
    showMore: 'Mehr zeigen',
    reposted: 'hat das geteilt',
    inReplyTo: 'Antwort an ',
    inReplyToOther: 'Antwort auf eine andere Notiz',
    other: 'eine andere Notiz',
    code: 'ein anderer Inhalt',
    picture: 'Bild',
    video: 'Video',
    someone: 'jemand',
    quoted: 'Zitierte Notiz',
    token: 'Sats',
    openPicture: (at, alt) => (alt === '' ? `Bild ${at} öffnen` : `Bild öffnen: ${alt}`),
    openPictures: (count) => `${count} weitere Bilder öffnen`,
    powBits: () => ' Bit Arbeitsnachweis',
    quoteLoading: 'Die zitierte Notiz wird geladen …',
  },
};
