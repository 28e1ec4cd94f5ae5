import type { ManifestOptions } from 'vite-plugin-pwa';

const BACKGROUND = '#0c1014';

const picture = (name: string, form: 'wide' | 'narrow', sizes: string, label: string) => ({
  src: `screenshots/${name}-${form}.jpg`,
  sizes,
  type: 'image/jpeg',
  form_factor: form,
  label,
});

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: 'icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/**
 * The web app manifest. Its file ends in .json: that is the ending for which every static host sends a JSON type, which
 * browsers ask of a manifest.
 */
export const MANIFEST_FILE = 'manifest.json';

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Nuthatch: notes over relays',
  short_name: 'Nuthatch',
  description: 'Read and post signed short notes over Nostr relays.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  orientation: 'any',
  background_color: BACKGROUND,
  theme_color: BACKGROUND,
  categories: ['social', 'news'],
  // what is under way in the open window must not be lost by a link: the app itself goes where the launch leads
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  icons: [
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    picture('feed', 'narrow', '780x1688', 'The feed'),
    picture('profile', 'narrow', '780x1688', 'A profile'),
    picture('feed', 'wide', '1280x800', 'The feed'),
    picture('profile', 'wide', '1280x800', 'A profile'),
  ],
  shortcuts: [
    shortcut('New note', '/create'),
    shortcut('Notifications', '/notifications'),
    shortcut('Search', '/search'),
    shortcut('Settings', '/?settings=true'),
  ],
  // the service worker takes it (`src/sw.ts`); no file, for those cannot be taken over
  share_target: {
    action: '/create',
    method: 'POST',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  protocol_handlers: [
    { protocol: 'web+nostr', url: '/open?q=%s' },
    // the code of a wallet is a secret: what is behind # goes to no server
    { protocol: 'web+nostrwalletconnect', url: '/open#%s' },
    // a token is worth money
    { protocol: 'web+cashu', url: '/open#%s' },
  ],
};
