import { isKeptOut } from '#domain/relays/kept-out.ts';
import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { relayTexts } from '#ui/texts/relays.ts';

const namesSomethingElse = (typed: string): boolean => /(?:npub|nprofile|note|nevent|naddr)1/i.test(typed);

/** The relay a typed text names, or why it can't be added (RELAY-07 to RELAY-10). */
export const checkNewRelay = (
  typed: string,
  entries: readonly RelayEntry[],
  defaults: RelayDefaults,
): { readonly url: string } | { readonly problem: string } => {
  if (typed.trim() === '') return { problem: relayTexts.add.empty };
  const url = normalizeRelayUrl(typed);
  if (url === undefined)
    return {
      problem: namesSomethingElse(typed)
        ? `${relayTexts.add.invalid}. ${relayTexts.add.identifier}`
        : relayTexts.add.invalid,
    };
  if (entries.some((entry) => entry.url === url) || defaults.profile.includes(url))
    return { problem: relayTexts.add.known };
  if (isKeptOut(url, defaults)) return { problem: relayTexts.keptOutWhy };
  return entries.length >= POOL_MAX_CONNECTIONS ? { problem: relayTexts.add.full } : { url };
};
