import { tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { WalletError } from './wallet-problem.ts';

/** How requests and answers are encrypted, by the names NIP-47 has for it. */
export type NwcEncryption = 'nip44_v2' | 'nip04';

/** What a wallet service tells of itself in its info event (kind 13194). */
export type NwcCapabilities = {
  readonly encryption: NwcEncryption;
  /** methods it knows; empty when it does not tell */
  readonly methods: readonly string[];
  readonly notifications: readonly string[];
};

const words = (text: string | undefined): string[] =>
  (text ?? '').split(/[\s,]+/).filter((word) => /^\w{1,64}$/.test(word));

/**
 * What was agreed on by the info event: the better encryption of those the service names; one that names none speaks NIP-04
 * alone, as all did once, and so does one without an info event (NWC-05). Throws 'no-common-encryption'.
 */
export const negotiate = (info: Pick<NostrEvent, 'tags' | 'content'> | undefined): NwcCapabilities => {
  const named = info && tagValue(info, 'encryption');
  const offered = named === undefined ? ['nip04'] : words(named);
  const encryption = (['nip44_v2', 'nip04'] as const).find((scheme) => offered.includes(scheme));
  if (encryption === undefined) throw new WalletError({ code: 'no-common-encryption' });
  return {
    encryption,
    methods: words(info?.content),
    notifications: words(info && tagValue(info, 'notifications')),
  };
};
