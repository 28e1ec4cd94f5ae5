const SCHEME = /^\s*bitcoin:/i;

/**
 * What an address that begins with `bitcoin:` brings under a name (BIP-321), '' where it brings none; any other text as it is.
 * Codes in capitals have their names so, too.
 */
export const inBitcoinUri = (text: string, name: string): string => {
  if (!SCHEME.test(text)) return text;
  const [, query = ''] = /\?([^#]*)/.exec(text) ?? [];
  const found = [...new URLSearchParams(query)].find(([key]) => key.toLowerCase() === name);
  return found?.[1] ?? '';
};
