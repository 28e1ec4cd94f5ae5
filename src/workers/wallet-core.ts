import { schnorr } from '@noble/curves/secp256k1.js';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { decrypt as decryptNip04, encrypt as encryptNip04 } from 'nostr-tools/nip04';
import { decrypt as decryptNip44, encrypt as encryptNip44, getConversationKey } from 'nostr-tools/nip44';
import { KIND } from '#domain/protocol/kinds.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { serialiseEvent } from '#domain/protocol/verify-frame.ts';
import { deriveKey, type CryptoSource } from '#domain/session/key-cipher.ts';
import { readBase64, writeBase64 } from '#domain/text/base64.ts';
import type { NwcEncryption } from '#domain/wallet/nwc-encryption.ts';
import { readPairingCode, writePairingCode, type Pairing, type PublicPairing } from '#domain/wallet/pairing-code.ts';
import { WalletError, walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import type { OldWalletRecord, WalletRecord } from '#domain/wallet/wallet-record.ts';

/** What a call comes to; failures cross over as plain data. */
export type WalletAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: WalletProblem };

/** A pairing, encrypted under a key that is to be wrapped at once. */
export type SealedPairing = Pick<WalletRecord, 'algo' | 'ivB64' | 'ciphertextB64'> & {
  /** hex; whoever has it can open the record */
  readonly key: string;
};

/** Whom the worker speaks with now; `sealed` when it was to be kept. */
export type Paired = { readonly pairing: PublicPairing; readonly sealed: SealedPairing | undefined };

/**
 * The only place of the secret of a remote wallet. A worker takes one once; from then on it writes requests and reads answers
 * with it, and has no call that gives it back: what is to be saved is made by the message that brings it (docs/adr/0017).
 */
export type WalletWorker = {
  /** Takes a pairing code as it was pasted. */
  pair(code: string, keep: boolean): Promise<WalletAnswer<Paired>>;
  /** Takes what was saved; `key` is the unwrapped one. */
  open(record: WalletRecord, key: string): Promise<WalletAnswer<Paired>>;
  /** Takes what an older version saved, and makes it a record of this one. */
  openOld(record: OldWalletRecord, password: string): Promise<WalletAnswer<Paired>>;
  /** A request to the wallet, signed. Times in seconds. */
  request(
    body: string,
    encryption: NwcEncryption,
    at: number,
    expiration: number | undefined,
  ): Promise<WalletAnswer<NostrEvent>>;
  /** What the wallet wrote. */
  read(content: string, encryption: NwcEncryption): Promise<WalletAnswer<string>>;
};

const answered =
  <Args extends readonly unknown[], Value>(act: (...args: Args) => Promise<Value>) =>
  async (...args: Args): Promise<WalletAnswer<Value>> => {
    try {
      return { ok: true, value: await act(...args) };
    } catch (error) {
      return { ok: false, problem: walletProblemOf(error) };
    }
  };

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const aes = async ({ subtle }: CryptoSource, key: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt') => {
  if (!subtle) throw new WalletError({ code: 'cannot-encrypt' });
  return { subtle, key: await subtle.importKey('raw', key, 'AES-GCM', false, [use]) };
};

const seal = async (source: CryptoSource, pairing: Pairing): Promise<SealedPairing> => {
  const [raw, iv] = [source.getRandomValues(new Uint8Array(32)), source.getRandomValues(new Uint8Array(12))];
  const plain = bytesOf(writePairingCode(pairing));
  try {
    const { subtle, key } = await aes(source, raw, 'encrypt');
    const data = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
    return { algo: 'AES-GCM', ivB64: writeBase64(iv), ciphertextB64: writeBase64(data), key: bytesToHex(raw) };
  } finally {
    raw.fill(0);
    plain.fill(0);
  }
};

const unseal = async (source: CryptoSource, { ivB64, ciphertextB64 }: WalletRecord, hex: string): Promise<Pairing> => {
  const { subtle, key } = await aes(source, hexToBytes(hex) as Uint8Array<ArrayBuffer>, 'decrypt');
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv: readBase64(ivB64)! }, key, readBase64(ciphertextB64)!);
  return readPairingCode(new TextDecoder().decode(plain));
};

/** WALLET-33, WALLET-34: as many rounds as the record says. */
const unsealOld = async ({ subtle }: CryptoSource, record: OldWalletRecord, password: string): Promise<Pairing> => {
  const { saltB64, ivB64, ciphertextB64, iterations } = record;
  const key = await deriveKey(subtle, { passphrase: password, salt: readBase64(saltB64)!, iterations });
  const plain = xchacha20poly1305(key, readBase64(ivB64)!).decrypt(readBase64(ciphertextB64)!);
  key.fill(0);
  return readPairingCode(new TextDecoder().decode(plain));
};

/** Whatever keeps a record shut, that is all that is said of it. */
const orNotOpened = async (opening: Promise<Pairing>): Promise<Pairing> => {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof WalletError && error.problem.code === 'cannot-encrypt'
      ? error
      : new WalletError({ code: 'wallet-not-found' });
  }
};

type Ends = { readonly pubkey: string; readonly walletPubkey: string };

const createRequest = (secret: Uint8Array, { pubkey, walletPubkey }: Ends, conversation: Uint8Array) => ({
  sign(body: string, encryption: NwcEncryption, created_at: number, expiration: number | undefined): NostrEvent {
    const content =
      encryption === 'nip04' ? encryptNip04(secret, walletPubkey, body) : encryptNip44(body, conversation);
    const tags = [
      ['p', walletPubkey],
      ['encryption', encryption],
    ];
    if (expiration !== undefined) tags.push(['expiration', String(expiration)]);
    const unsigned = { id: '', pubkey, created_at, kind: KIND.walletRequest, tags, content, sig: '' };
    const id = sha256(utf8ToBytes(serialiseEvent(unsigned) ?? ''));
    return { ...unsigned, id: bytesToHex(id), sig: bytesToHex(schnorr.sign(id, secret)) };
  },
  read(content: string, encryption: NwcEncryption): string {
    try {
      return encryption === 'nip04' ? decryptNip04(secret, walletPubkey, content) : decryptNip44(content, conversation);
    } catch {
      throw new WalletError({ code: 'unreadable' });
    }
  },
});

const publicKeyOf = (secret: Uint8Array): string => {
  try {
    return bytesToHex(schnorr.getPublicKey(secret));
  } catch {
    // 32 bytes that are no number of the curve
    throw new WalletError({ code: 'pairing-secret' });
  }
};

type Held = ReturnType<typeof createRequest>;

/** The keeper of a pairing behind the worker's messages. */
export const createWalletKeeper = (source: CryptoSource): WalletWorker => {
  let held: Held | undefined;
  const inUse = () => {
    if (!held) throw new WalletError({ code: 'not-initialized' });
    return held;
  };
  const take = async (pairing: Pairing, keep: boolean): Promise<Paired> => {
    if (held) throw new WalletError({ code: 'worker' });
    const { secret, ...known } = pairing;
    const bytes = hexToBytes(secret);
    const clientPubkey = publicKeyOf(bytes);
    let conversation: Uint8Array;
    try {
      conversation = getConversationKey(bytes, known.walletPubkey);
    } catch {
      // 32 bytes that are no point of the curve
      throw new WalletError({ code: 'pairing-key' });
    }
    const sealed = keep ? await seal(source, pairing) : undefined;
    held = createRequest(bytes, { pubkey: clientPubkey, walletPubkey: known.walletPubkey }, conversation);
    return { pairing: { ...known, clientPubkey }, sealed };
  };
  return {
    pair: answered(async (code, keep) => take(readPairingCode(code), keep)),
    open: answered(async (record, key) => take(await orNotOpened(unseal(source, record, key)), false)),
    openOld: answered(async (record, password) => take(await orNotOpened(unsealOld(source, record, password)), true)),
    request: answered(async (body, encryption, at, expiration) => inUse().sign(body, encryption, at, expiration)),
    read: answered(async (content, encryption) => inUse().read(content, encryption)),
  };
};
