import type { linkTexts } from '#ui/texts/link.ts';
import type { Words } from '#ui/texts/say.ts';

export const link: Words<typeof linkTexts> = {
  title: 'Link öffnen',
  unknown: 'Dieser Link führt nirgendwohin',
  unknownWhy: 'Darin steht keine Notiz und kein Profil. Prüf ihn, oder such nach seinen Worten.',
  secret: 'Das ist ein geheimer Schlüssel',
  secretWhy:
    'Niemand sonst darf ihn sehen, und er öffnet hier nichts. Er wurde aus der Adresse genommen; der Verlauf des Browsers kann ihn noch enthalten.',
  address: 'Das zeigt Nuthatch nicht',
  addressWhy: (what) => `Hinter dem Link steht ${what}. Hier öffnen sich nur Notizen und Profile.`,
  by: (what, name) => `${what} von ${name}`,
  open: 'In einer anderen App öffnen',
  copy: 'Code kopieren',
  author: 'Profil der Person öffnen, die es schrieb',
  search: 'Suchen',
  toFeed: 'Zum Feed',
  notFound: 'Diese Seite gibt es nicht',
  notFoundWhy: 'Prüf den Link oder geh zum Feed.',
};
