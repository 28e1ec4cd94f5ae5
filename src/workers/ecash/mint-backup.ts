import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { MINT_BACKUP_NAME, readMintBackup, writeMintBackup } from '#domain/ecash/mints/mint-backup.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { EcashCore, Whose } from '#workers/ecash-calls.ts';
import { pubkeyOf, signedEvent } from '#workers/signed-event.ts';

const KEY_NAME = 'cashu-mint-backup';

/** The key of the backup (NUT-27). */
const keyOf = (seed: Uint8Array): Uint8Array => sha256(concatBytes(seed, utf8ToBytes(KEY_NAME)));

/** The list of mints, encrypted by a key of the words to itself: whoever has the words finds the mints again. */
export const createMintBackup = (
  seed: (whose: Whose) => Uint8Array,
  at: (url: string) => string,
): Pick<EcashCore, 'backupAuthor' | 'writeBackup' | 'readBackup'> => {
  const cipherOf = (key: Uint8Array) => getConversationKey(key, pubkeyOf(key));
  const allowed = (url: string): readonly string[] => {
    try {
      return [at(url)];
    } catch {
      return [];
    }
  };
  return {
    backupAuthor: async (whose) => pubkeyOf(keyOf(seed(whose))),
    async writeBackup({ mints, at: createdAt }) {
      const key = keyOf(seed({}));
      const event = signedEvent(key, {
        kind: KIND.appData,
        created_at: createdAt,
        tags: [['d', MINT_BACKUP_NAME]],
        content: encrypt(writeMintBackup(mints, createdAt), cipherOf(key)),
      });
      if (!event) throw new EcashError({ code: 'ecash-worker' });
      return event;
    },
    async readBackup({ content, ...whose }) {
      const cipher = cipherOf(keyOf(seed(whose)));
      try {
        return [...new Set(readMintBackup(decrypt(content, cipher)).flatMap(allowed))];
      } catch {
        return [];
      }
    },
  };
};
