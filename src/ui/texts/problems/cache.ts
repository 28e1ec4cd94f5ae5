import type { CacheProblem } from '#domain/cache/cache-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';
import { keyWords } from './session.ts';

export const cacheProblems: ProblemWords<CacheProblem> = {
  'saved-notes-unreadable': 'The saved notes could not be read and were removed.',
  'storage-full': 'Storage is full: not all notes are saved for the next visit.',
  'storage-missing': 'This browser keeps no data here: notes are not saved for the next visit.',
  'copy-kept': ({ ecash }) =>
    `The caches were cleared, but not what is saved of them on this device.${ecash ? ' Your ecash was kept.' : ''} Please try again.`,
  'caches-kept': ({ ecash }) =>
    `You are logged out, but not all caches were cleared.${ecash ? ' Your ecash was kept.' : ''} Please try again.`,
  'still-logged-in': 'The caches were cleared, but you are still logged in. Please try again.',
  'ecash-kept': 'Your ecash was kept, for it changed in the meantime. Everything else was cleared.',
  'ecash-left': 'The caches were cleared, but not all of your ecash was deleted. Please try again.',
  'not-cleared': ({ because }) =>
    `It could not be cleared, and nothing was lost. Please try again.${because ? ` ${keyWords(because)}` : ''}`,
};
