import type { Words } from '#ui/texts/say.ts';
import type { shortcutTexts } from '#ui/texts/shortcuts.ts';

export const shortcuts: Words<typeof shortcutTexts> = {
  title: 'Tastenkürzel',
  why: 'Lesen und antworten ohne Maus',
  lead: 'Sie wirken, wenn du gerade nicht schreibst und kein Fenster offen ist.',
  groups: { read: 'Lesen', act: 'Mit einer Notiz', go: 'Wechseln' },
  does: {
    next: 'Nächste Notiz',
    previous: 'Vorige Notiz',
    open: 'Notiz öffnen',
    reply: 'Antworten',
    like: 'Gefällt mir, oder zurücknehmen',
    repost: 'Teilen',
    write: 'Notiz schreiben',
    search: 'Suche',
    'show new': 'Neue Notizen zeigen',
    back: 'Zurück',
    help: 'Diese Liste',
    feed: 'Feed',
    notifications: 'Mitteilungen',
    profile: 'Dein Profil',
    settings: 'Einstellungen',
    inspect: 'Zustandsdiagramme',
  },
  or: 'oder',
  next: 'dann',
  named: { Enter: 'Enter', Escape: 'Esc' },
  single: 'Kürzel mit einer Taste',
  singleWhy: 'Schalte sie aus, wenn du per Sprache steuerst. Enter und Esc wirken weiter.',
};
