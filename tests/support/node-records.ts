import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';

type Row = Readonly<Record<string, unknown>>;

/** Makes a saved-key record with nothing but Node's own cryptography. `pubkey` in hex. */
export const sealByNode = (
  pubkey: string,
  plain: string,
  passphrase: string,
  changes: Row = {},
): Record<string, unknown> => {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(passphrase, salt, 250_000, 32, 'sha256'), iv);
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    pubkey: `nsec_${pubkey}`,
    kdf: 'PBKDF2',
    iterations: 250_000,
    saltB64: salt.toString('base64'),
    algo: 'AES-GCM',
    ivB64: iv.toString('base64'),
    ciphertextB64: data.toString('base64'),
    version: 1,
    timestamp: Date.now(),
    ...changes,
  };
};

/** Opens a saved-key record with nothing but Node's own cryptography. */
export const openByNode = (record: object, passphrase: string): string => {
  const row = record as Row;
  const bytes = (field: string) => Buffer.from(row[field] as string, 'base64');
  const key = pbkdf2Sync(passphrase, bytes('saltB64'), row['iterations'] as number, 32, 'sha256');
  const data = bytes('ciphertextB64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes('ivB64'));
  decipher.setAuthTag(data.subarray(-16));
  return Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString('utf8');
};
