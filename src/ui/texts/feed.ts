import { countedIn } from '#domain/numbers.ts';
import { whole } from './formats.ts';

const counted = countedIn('en');
const notes = { one: 'note', other: 'notes' };

/** The words about notes that filters hide. */
export const feedTexts = {
  hidden: (hidden: number, read: number) => `${whole(hidden)} of the ${counted(read, notes)} read so far are hidden.`,
  settings: 'Filter settings',
  searching: (read: number) => `Looking for notes that pass your filters: ${counted(read, notes)} read so far.`,
  nothingPasses: (read: number) => `None of the ${counted(read, notes)} read so far passes your filters.`,
  noMore: (read: number) => `None of the last ${counted(read, notes)} passes your filters.`,
  lookFurther: 'Look further',
} as const;
