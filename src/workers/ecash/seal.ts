import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { SealedText } from '#domain/ecash/proof.ts';
import type { CryptoSource } from '#domain/session/key-cipher.ts';
import { readBase64, writeBase64 } from '#domain/text/base64.ts';

const IV_BYTES = 12;

type Bytes = Uint8Array<ArrayBuffer>;

/** What kind of secret something sealed is, and whose: what is sealed as one does not open as another. */
export type SealLabel = `${'proof' | 'outputs' | 'quote' | 'wallet' | 'event'}:${string}`;

/** Seals under one key. */
export type Sealer = {
  seal(label: SealLabel, value: unknown): Promise<SealedText>;
  /** Throws 'money-unsealed' for what this key, or this label, does not open. */
  unseal<Value>(label: SealLabel, sealed: SealedText): Promise<Value>;
};

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

const unsealed = () => new EcashError({ code: 'money-unsealed' });

/** AES-GCM under a key of 32 bytes; the bytes may be emptied afterwards. */
export const createSealer = async (source: CryptoSource, raw: Bytes): Promise<Sealer> => {
  const { subtle } = source;
  if (!subtle) throw new EcashError({ code: 'ecash-no-webcrypto' });
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const algorithm = (label: SealLabel, iv: Bytes) => ({ name: 'AES-GCM', iv, additionalData: bytesOf(label) });
  return {
    async seal(label, value) {
      const iv = source.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = bytesOf(JSON.stringify(value));
      const data = new Uint8Array(await subtle.encrypt(algorithm(label, iv), key, plain));
      plain.fill(0);
      return { ivB64: writeBase64(iv), ciphertextB64: writeBase64(data) };
    },
    async unseal<Value>(label: SealLabel, sealed: SealedText) {
      const [iv, data] = [readBase64(sealed.ivB64), readBase64(sealed.ciphertextB64)];
      if (!iv || !data) throw unsealed();
      try {
        const plain = await subtle.decrypt(algorithm(label, iv), key, data);
        return JSON.parse(new TextDecoder().decode(plain)) as Value;
      } catch {
        throw unsealed();
      }
    },
  };
};
