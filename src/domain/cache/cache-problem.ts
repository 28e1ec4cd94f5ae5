import type { Coded } from '#domain/coded.ts';

/** What can go wrong with what is saved between visits. */
export type CacheProblem = Coded<'saved-notes-unreadable' | 'storage-full' | 'storage-missing'>;
