import type { installTexts } from '#ui/texts/install.ts';
import type { Words } from '#ui/texts/say.ts';

export const install: Words<typeof installTexts> = {
  install: {
    title: 'Installieren',
    why: 'Eigenes Fenster, öffnet sich, wo du aufgehört hast, lesen geht auch offline.',
    more: 'Über Nuthatch',
    later: 'Nicht jetzt',
    install: 'Installieren',
  },
  about: {
    title: 'Als App',
    installed: 'Installiert',
    installedWhy: 'Sie läuft in einem eigenen Fenster.',
    install: 'Nuthatch installieren',
    installWhy: 'Eigenes Fenster, öffnet sich, wo du aufgehört hast, lesen geht auch offline.',
    byBrowser: 'Über den Browser installieren',
    byBrowserWhy: 'Wenn dein Browser Apps installieren kann, bietet sein Menü oder seine Adressleiste es an.',
    ios: 'Zum Home-Bildschirm',
    iosWhy: 'Tippe in Safari auf Teilen, dann auf „Zum Home-Bildschirm“.',
    update: 'Eine neue Version liegt bereit',
    updateWhy: 'Die App lädt sich mit ihr neu.',
  },
};
