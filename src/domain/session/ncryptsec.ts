import { decodeBech32 } from '#domain/protocol/bech32.ts';
import { KeyError } from './key-problem.ts';
import { NCRYPTSEC_MAX_LOG_N } from '#domain/protocol/protocol-limits.ts';

const PREFIX = 'ncryptsec';
const VERSION = 2;
/** version, cost, salt, nonce, security byte, key and tag */
const BYTES = 1 + 1 + 16 + 24 + 1 + 32 + 16;

/** The exponent of the cost of an encrypted key. Throws a KeyError: 'ncryptsec' or 'ncryptsec-cost'. */
export const readNcryptsec = (text: string): number => {
  const { prefix, bytes } = decodeBech32(text.trim()) ?? {};
  if (prefix !== PREFIX || bytes?.length !== BYTES || bytes[0] !== VERSION) throw new KeyError('ncryptsec');
  const cost = bytes[1]!;
  if (cost > NCRYPTSEC_MAX_LOG_N) throw new KeyError('ncryptsec-cost');
  if (cost < 1) throw new KeyError('ncryptsec');
  return cost;
};
