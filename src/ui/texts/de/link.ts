import type { linkTexts } from '#ui/texts/link.ts';
import type { Words } from '#ui/texts/say.ts';

export const link: Words<typeof linkTexts> = {
  title: 'Link öffnen',
  unknown: 'Dieser Link führt nirgendwohin',
  unknownWhy: 'Darin steht keine Notiz und kein Profil. Prüfe ihn, oder suche nach seinen Worten.',
  secret: 'Das ist ein geheimer Schlüssel',
  secretWhy:
    'Niemand sonst darf ihn sehen, und er öffnet hier nichts. Er wurde aus der Adresse genommen; der Verlauf des Browsers kann ihn noch enthalten.',
  address: 'Das zeigt Nuthatch nicht',
  addressWhy: 'Der Link führt zu etwas anderem, etwa zu einem Artikel. Hier öffnen sich nur Notizen und Profile.',
  author: 'Profil der Person öffnen, die es schrieb',
  search: 'Suchen',
  toFeed: 'Zum Feed',
  notFound: 'Diese Seite gibt es nicht',
  notFoundWhy: 'Prüfe den Link oder geh zum Feed.',
};
