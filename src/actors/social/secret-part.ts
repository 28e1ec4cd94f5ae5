import { Failure } from '#domain/problem.ts';
import { tagsInSecret } from '#domain/social/mute-rules.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { CurrentSigner, Signer } from '#domain/protocol/signer.ts';

type Tags = NostrEvent['tags'];

type Deps = {
  readonly signer: CurrentSigner;
  /** of this tab; undefined where the browser blocks storage */
  readonly session: Storage | undefined;
};

/** The encrypted part of a list, which only its author can read. What was read lasts until the page is closed. */
export type SecretPart = {
  /** What is known of it without asking; nothing where it is empty. */
  known(content: string): Tags | undefined;
  /** Asks the signer, once for each content: a refusal counts until the tab is closed. */
  read(pubkey: string, content: string): Promise<Tags | undefined>;
  /** The same for somebody who wants it now: a refusal before does not count. */
  readAnyway(pubkey: string, content: string): Promise<Tags | undefined>;
  /** Nothing of it is known any more. */
  forget(): void;
  /** The content with these tags. Rejects when the signer cannot encrypt or refuses. */
  write(pubkey: string, tags: Tags): Promise<string>;
};

const REFUSED = 'nostrMutesRefused';
const MARK_CHARACTERS = 64;

/** NIP-04 has its own form; all else is NIP-44. */
const isNip04 = (content: string) => content.includes('?iv=');

const cipherOf = (signer: Signer | undefined, pubkey: string, content: string) => {
  if (signer?.pubkey !== pubkey) return undefined;
  return isNip04(content) ? signer.nip04 : signer.nip44;
};

const markOf = (content: string) => content.slice(0, MARK_CHARACTERS);

/** See `SecretPart`. Only what is needed is asked for, so that an extension does not ask its user again and again. */
export const createSecretPart = ({ signer, session }: Deps): SecretPart => {
  const known = new Map<string, Tags>([['', []]]);
  const asking = new Map<string, Promise<Tags | undefined>>();
  const isRefused = (content: string) => {
    try {
      return session?.getItem(REFUSED) === markOf(content);
    } catch {
      return false;
    }
  };
  const noteRefusal = (content: string) => {
    try {
      session?.setItem(REFUSED, markOf(content));
    } catch {
      // then it may be asked for again after a reload
    }
  };
  const ask = async (pubkey: string, content: string) => {
    const cipher = cipherOf(signer(), pubkey, content);
    if (!cipher) return undefined;
    try {
      const tags = tagsInSecret(await cipher.decrypt(pubkey, content));
      if (tags) known.set(content, tags);
      else noteRefusal(content);
      return tags;
    } catch {
      noteRefusal(content);
      return undefined;
    }
  };
  return {
    known: (content) => known.get(content),
    async read(pubkey, content) {
      const found = known.get(content);
      if (found || isRefused(content) || !cipherOf(signer(), pubkey, content)) return found;
      const answer = asking.get(content) ?? ask(pubkey, content);
      asking.set(content, answer);
      return answer;
    },
    readAnyway: async (pubkey, content) => known.get(content) ?? ask(pubkey, content),
    forget() {
      known.clear();
      known.set('', []);
      asking.clear();
    },
    async write(pubkey, tags) {
      const current = signer();
      const cipher = current?.nip44 ?? current?.nip04;
      if (current?.pubkey !== pubkey) throw new Failure({ code: 'signer-required' });
      if (!cipher) throw new Failure({ code: 'list-not-encrypted' });
      const content = await cipher.encrypt(pubkey, JSON.stringify(tags));
      known.set(content, tags);
      return content;
    },
  };
};
