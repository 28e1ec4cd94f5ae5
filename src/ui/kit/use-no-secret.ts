import { useState, type KeyboardEvent } from 'react';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { sessionTexts } from '#ui/texts/session.ts';

/**
 * Takes what is typed; instead of a secret key the field is emptied, and what is said of that comes second (docs/adr/0031).
 * The third is for a field that may be empty: who pastes and presses Enter would else send without the words.
 */
export const useNoSecret = (onText: (text: string) => void) => {
  const [told, tell] = useState<string>();
  const type = (text: string) => {
    const isSecret = leakedSecret(text) !== undefined;
    onText(isSecret ? '' : text);
    tell(isSecret ? sessionTexts.pubkey.secret : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && told !== undefined) event.preventDefault();
  };
  return [type, told, onKeyDown] as const;
};
