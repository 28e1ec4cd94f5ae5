import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { signedEvent } from '#workers/signed-event.ts';
import type { Bench } from './bench.ts';
import { quoteSeal } from './quotes.ts';

/** The key of the wallet as the name of an address: it logs in to the service (NIP-98), and opens what is locked to it (NUT-20). */
export const createAddressKey = ({ inUse, seconds }: Bench): Pick<EcashCore, 'signRequest' | 'keyOfAddress'> => ({
  async signRequest({ url, method }) {
    const tags = [
      ['u', url],
      ['method', method],
    ];
    const template = { kind: KIND.httpAuth, created_at: seconds(), tags, content: '' };
    const event = signedEvent(hexToBytes(inUse().lockKey), template);
    if (!event) throw new EcashError({ code: 'ecash-worker' });
    return ['Nostr', btoa(JSON.stringify(event))].join(' ');
  },
  async keyOfAddress({ quote }) {
    const { sealer, lockKey } = inUse();
    return await sealer.seal(quoteSeal(quote), lockKey);
  },
});
