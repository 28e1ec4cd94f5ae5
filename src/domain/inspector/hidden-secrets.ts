import { wordlist } from '@scure/bip39/wordlists/english.js';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { PHRASE_WORDS_MIN, PHRASE_LENGTH_MIN } from './inspector-limits.ts';

/** A wallet's pairing code, a remote signer's address with its secret: who has it has the money or the key. */
const PAIRING = /nostr\+?walletconnect:|bunker:\/\/|[?&]secret=/i;
/** A token of ecash of any version, also one that is cut off. */
const TOKEN = /cashu[ab][\w-]{20,}/i;
/** The same hidden behind a picture of a letter: each byte is a sign that cannot be seen. */
const UNSEEN_TOKEN = /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){16,}/;
/** The master key of a wallet. */
const MASTER_KEY = /[xyzt]prv[1-9a-hj-np-z]{40,}/i;
/** A proof of ecash or anything else as JSON in a text: what is called a secret is one. */
const NAMED = /"(secret|privkey|nsec|mnemonic|seed|passphrase)\\*"\s*:\s*\\*"[^"\\]/i;

/** Most texts are ids and public keys. */
const HEX = /^[\da-f]*$/i;

const WORD = /[a-z]+/gi;
/** What may stand between the words of a phrase: blanks, numbers, commas, also as a list of JSON. */
const GAP = /^[\s\d.,;)"'\\|-]{1,12}$/;

let known: ReadonlySet<string> | undefined;
const isPhraseWord = (word: string) => (known ??= new Set(wordlist)).has(word.toLowerCase());

const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;

/** Whether so many words follow each other that are as long as those of phrases: a quick look at what is hardly ever one. */
const mayBePhrase = (text: string): boolean => {
  let [words, letters] = [0, 0];
  for (let at = 0; at <= text.length && words < PHRASE_WORDS_MIN; at += 1) {
    if (at < text.length && isLetter(text.charCodeAt(at))) letters += 1;
    else if (letters > 0) [words, letters] = [letters >= 3 && letters <= 8 ? words + 1 : 0, 0];
  }
  return words >= PHRASE_WORDS_MIN;
};

/** Whether so many words of recovery phrases follow each other that they are one. */
const hasPhrase = (text: string): boolean => {
  if (text.length < PHRASE_LENGTH_MIN || !mayBePhrase(text)) return false;
  let [run, end] = [0, 0];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const follows = run > 0 && GAP.test(text.slice(end, index));
    run = isPhraseWord(word) ? (follows ? run + 1 : 1) : 0;
    if (run >= PHRASE_WORDS_MIN) return true;
    end = index + word.length;
  }
  return false;
};

const decoded = (text: string): string => {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
};

const formIn = (text: string): string | undefined => {
  if (HEX.test(text)) return undefined;
  if (PAIRING.test(text)) return 'pairing code';
  const key = leakedSecret(text);
  if (key !== undefined) return key;
  if (TOKEN.test(text) || UNSEEN_TOKEN.test(text)) return 'token';
  if (text.includes('prv') && MASTER_KEY.test(text)) return 'key';
  return hasPhrase(text) ? 'recovery phrase' : undefined;
};

/** The kind of secret in anything that is about to be shown or saved, whatever it is called; undefined when there is none. */
export const secretIn = (text: string): string | undefined =>
  formIn(text) ?? (text.includes('%') ? formIn(decoded(text)) : undefined);

/** The same of one text of a value, which may be JSON that says itself what is secret in it. */
export const secretInText = (text: string): string | undefined =>
  secretIn(text) ?? (text.includes('"') && NAMED.test(text) ? 'secret' : undefined);

/** What stands under such names is a secret whatever it looks like; whoever knows the quote of a deposit may take its ecash. */
const SECRET_NAMES =
  /^(passphrase|password|pin|secrets?|secretkey|seckey|lockkey|privkey|privatekey|nsec|ncryptsec|mnemonic|seed|phrase|(recovery|seed)(phrase|words)|words|preimage|token|quote)$/i;

const isFilled = (value: unknown): boolean =>
  typeof value === 'bigint' || ((typeof value === 'string' || Array.isArray(value)) && value.length > 0);

/** Whether a field is a secret by its name. */
export const isSecretField = (key: string, value: unknown): boolean => isFilled(value) && SECRET_NAMES.test(key);

const isByte = (item: unknown) => typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255;

/** A list that is a secret though none of its items is: the words of a phrase, or the bytes of a key. */
export const secretInList = (list: readonly unknown[]): string | undefined => {
  if (list.length === 32 || list.length === 64) return list.every(isByte) ? 'key' : undefined;
  if (list.length < PHRASE_WORDS_MIN || !list.every((item) => typeof item === 'string' && item.length <= 12)) {
    return undefined;
  }
  return hasPhrase(list.join(' ')) ? 'recovery phrase' : undefined;
};
