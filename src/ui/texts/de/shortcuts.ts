import type { Words } from '#ui/texts/say.ts';
import type { shortcutTexts } from '#ui/texts/shortcuts.ts';

export const shortcuts: Words<typeof shortcutTexts> = {
  title: 'Tastenkürzel',
  why: 'Lesen und antworten ohne Maus',
  lead: 'Sie wirken überall, wo du gerade nicht schreibst und kein Fenster darüber offen ist.',
  groups: { read: 'Lesen', act: 'Mit einer Notiz', go: 'Wohin gehen' },
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
  },
  or: 'oder',
  next: 'dann',
  named: { Enter: 'Enter', Escape: 'Esc' },
  single: 'Kürzel aus einem Zeichen',
  singleWhy: 'Schalte sie aus, wenn du zu deinem Computer sprichst. Enter und Esc bleiben.',
};
