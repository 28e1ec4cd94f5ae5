import { Failure } from '#domain/problem.ts';

/**
 * A part of a key says too much already, and so does one with a slip: the checksum is not looked at. The code that pairs a
 * wallet has its key in a parameter.
 */
const SECRET = /(nsec|ncryptsec)1[02-9ac-hj-np-z]{20,}|\bsecret=[\da-f]{20,}/i;

/** 'pairing': of a remote wallet, from which it pays. 'ncryptsec': NIP-49, encrypted, but open to guessing of its passphrase. */
export type SecretKind = 'nsec' | 'ncryptsec' | 'pairing';

/** Deep enough for an address that stands in the address of another one. */
const PERCENT_ROUNDS = 3;

/** As the readers of addresses take it: percent codes of ASCII resolved, again where that gives more of them. */
const withoutPercents = (text: string): string => {
  let read = text;
  for (let round = 0; round < PERCENT_ROUNDS && read.includes('%'); round += 1)
    read = read.replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return read;
};

/** As a browser reads a host: other forms of a letter are that letter, and what cannot be seen is not there. */
const withoutDisguise = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKC').replace(/[\p{Cf}\p{Mn}]/gu, '');

/** The kind of secret key in a text that is about to leave the device; undefined when there is none. */
export const leakedSecret = (text: string): SecretKind | undefined => {
  const found = SECRET.exec(withoutDisguise(withoutPercents(text)));
  return found ? ((found[1]?.toLowerCase() as SecretKind | undefined) ?? 'pairing') : undefined;
};

/** Why something was not signed, sent or asked for: the last gate of what leaves the device (docs/adr/0030). */
export class SecretInside extends Failure {
  override readonly name = 'SecretInside';

  constructor() {
    super({ code: 'secret-inside' });
  }
}

/** Throws a `SecretInside` when there is a secret key in a text, or in anything as JSON, that is about to leave the device. */
export const refuseSecrets = (leaving: unknown): void => {
  const text = typeof leaving === 'string' ? leaving : JSON.stringify(leaving);
  if (leakedSecret(text) !== undefined) throw new SecretInside();
};

const isSecretTag = (tag: readonly string[]) => leakedSecret(JSON.stringify(tag)) !== undefined;

/** Tags without those that hold a secret key: what was published by mistake is not published again. */
export const withoutSecrets = (tags: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  tags.some(isSecretTag) ? tags.filter((tag) => !isSecretTag(tag)) : tags;
