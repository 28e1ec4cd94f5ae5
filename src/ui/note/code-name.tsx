import { classifySearch } from '#domain/search/search-input.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { texts } from '#ui/texts/app.ts';
import { kindNames } from '#ui/texts/kind-names.ts';
import { linkTexts } from '#ui/texts/link.ts';

const KINDS: Readonly<Record<number, string>> = kindNames;

/** What is of a kind that no screen shows, in words: 'an article'. */
export const kindName = (kind = -1): string => KINDS[kind] ?? texts.note.code;

const Authored = ({ what, pubkey }: { what: string; pubkey: string }) => linkTexts.by(what, useNameInText(pubkey));

/** What a code leads to that no screen shows, and by whom that is, as far as it says so: 'an article by Ines'. */
export const CodeName = ({ code }: { code: string }) => {
  const found = classifySearch(code);
  if (found.type !== 'address') return texts.note.code;
  const what = kindName(found.kind);
  return found.pubkey === undefined ? what : <Authored what={what} pubkey={found.pubkey} />;
};
