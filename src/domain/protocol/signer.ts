import type { NostrEvent } from './event.ts';

/** An event before it has an author, an id and a signature. `created_at` in seconds. */
export type EventTemplate = Pick<NostrEvent, 'kind' | 'created_at' | 'tags' | 'content'>;

/** One way to encrypt between the user and `pubkey` (hex). */
export type Cipher = {
  encrypt(pubkey: string, plaintext: string): Promise<string>;
  decrypt(pubkey: string, ciphertext: string): Promise<string>;
};

const saysClient = ({ tags }: EventTemplate, client: string): boolean => {
  const named = tags.filter(([name]) => name === 'client');
  return named.length === 1 && named[0]![1] === client;
};

/** A template whose `client` tag names the app (NIP-89, PUB-08), whoever was named before; without a name it stays. */
export const withClientTag = (template: EventTemplate, client: string | undefined): EventTemplate =>
  client === undefined || saysClient(template, client)
    ? template
    : { ...template, tags: [...template.tags.filter(([name]) => name !== 'client'), ['client', client]] };

/** Who signs for the user. The rest of the app never knows which kind it is (NIP-07). */
export type Signer = {
  /** hex */
  readonly pubkey: string;
  /**
   * Rejects with 'Extension did not respond to sign request. …' when an extension stays silent; an event with proof of
   * work (a `nonce` tag) is given more time (LOGIN-15).
   */
  signEvent(template: EventTemplate): Promise<NostrEvent>;
  /** undefined where an extension does not offer it */
  readonly nip44: Cipher | undefined;
  readonly nip04: Cipher | undefined;
};

/** The signer of this moment; undefined when nobody is logged in, the login is read only or the key is locked. */
export type CurrentSigner = () => Signer | undefined;

/** Whether a signer gave back what it was to sign. */
export const saysTheSame = (event: EventTemplate, asked: EventTemplate): boolean => {
  const said = ({ kind, created_at, tags, content }: EventTemplate) =>
    JSON.stringify([kind, created_at, tags, content]);
  return said(event) === said(asked);
};
