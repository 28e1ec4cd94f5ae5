import { pluralPick } from '#domain/text/numbers.ts';
import type { Words } from '#ui/texts/say.ts';
import type { welcomeTexts } from '#ui/texts/welcome.ts';

const pick = pluralPick('de');

export const welcome: Words<typeof welcomeTexts> = {
  step: (step) => `Schritt ${step} von 3`,
  ready: 'dein Schlüssel ist fertig',
  skip: 'Überspringen',
  name: {
    title: 'Dein Name und Bild',
    lead: 'So sehen dich andere. Du kannst alles leer lassen und später ändern.',
    display_name: 'Anzeigename',
    picture: 'Link zum Bild',
    paste: 'Einfügen',
    unreadable: 'Die Zwischenablage konnte nicht gelesen werden',
    about: 'Über dich',
    optional: 'freiwillig',
    next: 'Weiter',
  },
  follow: {
    title: 'Personen zum Folgen',
    lead: 'Fang mit ein paar Personen an. Ihnen folgen viele auf deinen Relays, oder sie schreiben in deinem Feed.',
    list: 'Vorgeschlagene Personen',
    follow: 'Folgen',
    following: 'Gefolgt',
    someone: (act, name) => `${act}: ${name}`,
    submit: (count) => `${count} ${pick(count, { one: 'Person', other: 'Personen' })} folgen`,
    toFeed: 'Zum Feed',
    topics: 'Themen',
    all: 'Alle',
    find: 'Jemand anderen suchen',
    name: 'Name oder npub',
    clear: 'Zurück zu den Vorschlägen',
    found: 'Gefundene Personen',
    searching: 'Deine Relays werden gefragt …',
    yourself: 'Das bist du.',
    nobody: 'Niemand gefunden. Prüf die Schreibweise oder füg einen npub ein.',
    none: 'Deine Relays schlagen gerade niemanden vor. Folgen kannst du Personen auch auf ihren Profilen.',
  },
};
