import type { CacheProblem } from '#domain/cache/cache-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';
import { keyWords } from './session.ts';

export const cacheProblems: ProblemWords<CacheProblem> = {
  'saved-notes-unreadable': 'Die gespeicherten Notizen waren nicht lesbar und wurden entfernt.',
  'storage-full': 'Der Speicher ist voll: Nicht alle Notizen sind für den nächsten Besuch gespeichert.',
  'storage-missing':
    'Dieser Browser bewahrt hier keine Daten auf: Notizen werden nicht für den nächsten Besuch gespeichert.',
  'copy-kept': ({ ecash }) =>
    `Der Zwischenspeicher wurde geleert, aber nicht, was auf diesem Gerät davon gespeichert ist.${ecash ? ' Dein Ecash ist noch da.' : ''} Versuch es noch einmal.`,
  'caches-kept': ({ ecash }) =>
    `Du bist abgemeldet, aber nicht der ganze Zwischenspeicher wurde geleert.${ecash ? ' Dein Ecash ist noch da.' : ''} Versuch es noch einmal.`,
  'still-logged-in': 'Der Zwischenspeicher wurde geleert, aber du bist noch angemeldet. Versuch es noch einmal.',
  'ecash-kept': 'Dein Ecash ist noch da, denn es hat sich inzwischen geändert. Alles andere wurde geleert.',
  'ecash-left':
    'Der Zwischenspeicher wurde geleert, aber nicht dein ganzes Ecash wurde gelöscht. Versuch es noch einmal.',
  'not-cleared': ({ because }) =>
    `Es konnte nicht geleert werden, und nichts ging verloren. Versuch es noch einmal.${because ? ` ${keyWords(because)}` : ''}`,
};
