import { textsIn } from '#domain/record.ts';
import { mayLoad } from '#domain/relays/public-host.ts';
import { mintUrl } from './mint-url.ts';

const addressOf = (text: string): readonly string[] => {
  try {
    return [mintUrl(text, true)];
  } catch {
    return [];
  }
};

/** The mints that a page of the sample network is configured with, as JSON beside its relays; none for any other page. */
export const sampleMints = (configuration: string | null | undefined): readonly string[] => {
  try {
    const { loopback, mints } = Object(JSON.parse(configuration ?? '')) as { loopback?: unknown; mints?: unknown };
    return loopback === true ? textsIn(mints).flatMap(addressOf) : [];
  } catch {
    return [];
  }
};

/** The service of addresses that pays into ecash which a page of the sample network is configured with; none for any other page. */
export const sampleAddressService = (configuration: string | null | undefined): string | undefined => {
  try {
    const { loopback, addresses } = Object(JSON.parse(configuration ?? '')) as Record<string, unknown>;
    return loopback === true && typeof addresses === 'string' ? addresses : undefined;
  } catch {
    return undefined;
  }
};

/** Whether this is a page of the sample network, which may use mints on this machine. */
export const isSampleNetwork = (): boolean => mayLoad('http://localhost');
