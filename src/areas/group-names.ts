import type { AreaName, GroupName } from '#machines/areas.ts';

/** The areas of each group. All others start with the page. */
export const GROUPS = {
  reading: ['thread', 'profile', 'search'],
  session: [
    'login',
    'login-gate',
    'extension-watch',
    'key-unlock',
    'key-generation',
    'key-view',
    'sign-out',
    'idle-lock',
  ],
  care: ['relay-care', 'relay-health', 'relay-advisor', 'relay-test', 'relay-list'],
  acting: [
    'pow-policy',
    'publish-desk',
    'composers',
    'people-search',
    'notifications',
    'own-events',
    'follows',
    'mutes',
    'reactions',
    'reposts',
  ],
  shell: ['install', 'update'],
  upkeep: ['memory', 'clear-action'],
  keyboard: ['shortcuts'],
  ascii: ['ascii'],
  inspector: ['inspector'],
  zaps: ['zap-receipts'],
  scan: ['scanner'],
  wallet: ['wallet-connection', 'saved-wallets', 'payment-desk', 'zap-desk', 'auto-connect', 'receiving'],
  ecash: ['ecash', 'inbox', 'parcels', 'restore'],
} as const satisfies { readonly [Group in GroupName]: readonly AreaName[] };

const groups = new Map<AreaName, GroupName>();
for (const [group, names] of Object.entries(GROUPS)) for (const name of names) groups.set(name, group as GroupName);

/** The group of an area; undefined when it starts with the page. */
export const areaGroupOf = (name: AreaName): GroupName | undefined => groups.get(name);
