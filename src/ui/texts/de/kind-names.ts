import type { kindNames as english } from '#ui/texts/kind-names.ts';
import type { Words } from '#ui/texts/say.ts';

export const kindNames: Words<typeof english> = {
  20: 'ein Bild',
  21: 'ein Video',
  22: 'ein kurzes Video',
  1063: 'eine Datei',
  1068: 'eine Umfrage',
  1111: 'ein Kommentar',
  1222: 'eine Sprachnachricht',
  9802: 'ein markiertes Zitat',
  30_000: 'eine Liste von Personen',
  30_023: 'ein Artikel',
  30_311: 'eine Live-Sendung',
  30_402: 'ein Angebot',
  30_818: 'eine Wiki-Seite',
  31_922: 'ein Termin',
  31_923: 'ein Termin',
  34_235: 'ein Video',
  34_236: 'ein kurzes Video',
  34_550: 'eine Community',
  39_089: 'eine Liste von Personen',
};
