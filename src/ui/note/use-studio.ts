import { use } from 'react';
import type { AsciiStudio } from '#ports/ascii-studio.ts';
import { useSystem } from '#ui/system-context.ts';

/** Who draws in letters; suspends until they are there. */
export const useStudio = (): AsciiStudio => {
  const { later, ascii } = useSystem();
  use(later('ascii'));
  const studio = ascii();
  if (studio === undefined) throw new Error('Nobody draws');
  return studio;
};
