import { countedIn, wholeNumber } from '#domain/text/numbers.ts';
import type { feedTexts } from '#ui/texts/feed.ts';
import type { Words } from '#ui/texts/say.ts';

const counted = countedIn('de');
const notes = { one: 'Notiz', other: 'Notizen' };
const loaded = { one: 'geladenen Notiz', other: 'geladenen Notizen' };

export const feed: Words<typeof feedTexts> = {
  hidden: (hidden, read) => `${wholeNumber(hidden, 'de')} von ${counted(read, loaded)} ausgeblendet`,
  settings: 'Einstellungen der Filter',
  searching: (read) =>
    `Es werden Notizen gesucht, die zu deinen Filtern passen: bisher ${counted(read, notes)} geprüft.`,
  nothingPasses: (read) => `Keine von ${counted(read, loaded)} passt zu deinen Filtern.`,
  noMore: (read) => `Keine der letzten ${counted(read, notes)} passt zu deinen Filtern.`,
  lookFurther: 'Weiter suchen',
  noRelays: 'Noch keine Relays',
  unreachable: 'Kein Relay antwortet',
  unreachableWhy: 'Die Notizen unten sind auf diesem Gerät gespeichert. Die App versucht es weiter.',
  failed: 'Notizen konnten nicht geladen werden',
  failedWhy: 'Keines deiner Relays konnte Notizen liefern. Die Relay-Verwaltung zeigt, wie es um sie steht.',
  nothing: 'Noch nichts da',
  nothingWhy: 'Deine Relays haben keine Notizen geschickt.',
  nothingMatches: 'Nichts passt',
  nothingMatchesWhy: 'Keine der geladenen Notizen passt zu deinen Filtern.',
  allNotes: 'Alle Notizen zeigen',
  end: 'Du bist am Ende angekommen.',
  refresh: 'Noch einmal nachsehen',
  whose: 'Wessen Notizen',
  following: 'Gefolgte',
  global: 'Alle',
  oneRelay: 'Ein Relay',
  readOne: 'Ein Relay lesen',
  readOneLead: 'Zeigt alle Notizen dieses Relays, die neuesten zuerst, unabhängig davon, wem du folgst.',
  otherRelay: 'Ein anderes Relay',
  otherRelayHint: 'wss://',
  askedFirst: 'wird vorher gefragt',
  noRelay: 'Ungültige Adresse eines Relays. Sie beginnt mit wss://',
  silentRelay: 'Dieses Relay hat nicht geantwortet',
  cancel: 'Abbrechen',
  readRelay: 'Lesen',
  read: (relay) => `${relay} lesen`,
  ms: (ms) => `${wholeNumber(Math.round(ms), 'de')} ms`,
  tools: 'Werkzeuge des Feeds',
  followOnlyIdle: '„Nur Gefolgte“ wirkt noch nicht',
  followOnlyNobody: 'Du folgst noch niemandem, darum siehst du die Notizen aller.',
  findPeople: 'Personen finden',
  followOnlyUnread: 'Keines deiner Relays hat deine Follow-Liste, darum siehst du die Notizen aller.',
  filters: 'Filter des Feeds',
  showReplies: 'Antworten zeigen',
  showReposts: 'Geteiltes zeigen',
  relays: 'Relays',
  restoreRelays: 'Vorgaben wiederherstellen',
  relayStates: {
    'not connected': 'nicht verbunden',
    connecting: 'verbindet',
    connected: 'verbunden',
    recovering: 'verbindet neu',
    waiting: 'wartet',
    resting: 'hat Pause',
    'given up': 'keine Antwort',
    destroyed: 'entfernt',
  },
};
