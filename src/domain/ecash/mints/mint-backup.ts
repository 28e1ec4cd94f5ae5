import { textsIn } from '#domain/record.ts';
import { BACKUP_MINTS_MOST } from '#domain/ecash/ecash-limits.ts';

/** The `d` tag of the event that keeps the list of mints (NUT-27). */
export const MINT_BACKUP_NAME = 'mint-list';

/** The list as it is encrypted; `at` in s since the epoch. */
export const writeMintBackup = (mints: readonly string[], at: number): string =>
  JSON.stringify({ mints, timestamp: at });

/** The addresses that a list names, as they stand there; none for another text. */
export const readMintBackup = (text: string): readonly string[] => {
  try {
    const { mints } = JSON.parse(text) as { mints?: unknown };
    return textsIn(mints).slice(0, BACKUP_MINTS_MOST);
  } catch {
    return [];
  }
};
