import type { RelayAdvice } from '#domain/relays/relay-advice.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName } from './use-relays.ts';

const { advice: words } = relayTexts;

/** What the app did or proposes: 'Replaced x by y', 'Remove x?'. */
export const adviceTitle = ({ done, removed, added }: RelayAdvice): string => {
  const gone = removed && relayName(removed.url);
  const come = added && relayName(added.url);
  if (gone && come) return done ? words.replaced(gone, come) : words.replace(gone, come);
  if (gone) return done ? words.removed(gone) : words.remove(gone);
  return done ? words.added(come ?? '') : words.add(come ?? '');
};

/** The button that agrees to a proposal. */
export const acceptLabel = ({ removed, added }: RelayAdvice): string =>
  words.accept[removed && added ? 'replace' : removed ? 'remove' : 'add'];
