/** What a relay of the sample network is for; the same roles as in the default relay set. */
export type RelayRole = 'readwrite' | 'write' | 'indexer' | 'profile';

/** One relay of the sample network: its part, its speed and its limits. */
export type RelayPlan = {
  readonly name: string;
  readonly role: RelayRole;
  /** ms that pass before a message of a client is handled */
  readonly latencyMs: number;
  readonly description: string;
  /** events per filter; the default without a limit is a tenth of it */
  readonly maxLimit: number;
  readonly maxSubscriptions: number;
  /** characters */
  readonly maxContentLength: number;
  /** asks clients who they are (NIP-42) and shows direct messages to nobody else */
  readonly asksWho?: boolean;
};

/** The six relays, in the order that content/placement.ts counts on: three readwrite, write, indexer, profile. */
export const RELAY_PLANS = [
  {
    name: 'Birch',
    role: 'readwrite',
    latencyMs: 15,
    description: 'A quick relay for everyday notes.',
    maxLimit: 1_000,
    maxSubscriptions: 50,
    maxContentLength: 65_536,
  },
  {
    name: 'Alder',
    role: 'readwrite',
    latencyMs: 40,
    description: 'A roomy relay by the river. Keeps what others forget.',
    maxLimit: 5_000,
    maxSubscriptions: 100,
    maxContentLength: 102_400,
  },
  {
    name: 'Hollow',
    role: 'readwrite',
    latencyMs: 90,
    description: 'An old relay that takes everything and checks little.',
    maxLimit: 500,
    maxSubscriptions: 30,
    maxContentLength: 300_000,
  },
  {
    name: 'Spruce',
    role: 'write',
    latencyMs: 25,
    description: 'An outbox: write here, others will read it.',
    maxLimit: 500,
    maxSubscriptions: 20,
    maxContentLength: 32_768,
  },
  {
    name: 'Canopy',
    role: 'indexer',
    latencyMs: 60,
    description: 'Knows who follows whom and who writes where.',
    maxLimit: 5_000,
    maxSubscriptions: 100,
    maxContentLength: 102_400,
  },
  {
    name: 'Fen',
    role: 'profile',
    latencyMs: 120,
    description: 'Profiles only.',
    maxLimit: 1_000,
    maxSubscriptions: 30,
    maxContentLength: 16_384,
  },
] as const satisfies readonly RelayPlan[];

/** The relay information document (NIP-11) of a plan. */
export function relayInformation(plan: RelayPlan, version: string): Record<string, unknown> {
  return {
    name: plan.name,
    description: plan.description,
    pubkey: '',
    contact: 'mailto:keeper@127.0.0.1',
    supported_nips: [1, 9, 11, 40, 50],
    software: '@nostr-relay/core',
    version,
    limitation: {
      max_message_length: plan.maxContentLength * 2,
      max_subscriptions: plan.maxSubscriptions,
      max_limit: plan.maxLimit,
      max_subid_length: 128,
      max_event_tags: 2_000,
      max_content_length: plan.maxContentLength,
      min_pow_difficulty: 0,
      auth_required: false,
      payment_required: false,
      restricted_writes: false,
    },
  };
}
