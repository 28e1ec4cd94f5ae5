import { MEMO_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { FreeText } from '#ui/kit/free-text.tsx';
import { ecashMovesTexts as texts } from '#ui/texts/ecash-moves.ts';

type Props = { value: string; onChange: (text: string) => void; hint?: string };

/** What the other side reads. */
export const Memo = ({ hint = texts.memoHint, ...field }: Props) => (
  <FreeText label={texts.memo} hint={hint} most={MEMO_MAX_CHARACTERS} {...field} />
);
