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
  update: {
    available: 'Neue Version verfügbar',
    availableWhy: 'Dauert eine Sekunde. Entwürfe und ungesendete Beiträge bleiben.',
    keyLost:
      'Dauert eine Sekunde. Entwürfe bleiben, aber dein Schlüssel ist hier nicht gespeichert: Danach musst du dich neu anmelden.',
    updating: 'Wird aktualisiert',
    updatingWhy: 'Die App lädt sich von selbst neu.',
    failed: 'Die App hat sich nicht neu geladen. Versuche es noch einmal, oder schließe ihr Fenster und öffne es neu.',
    held: {
      post: 'Zuerst wird dein Beitrag fertig. Dann lädt sich die App von selbst neu.',
      text: 'Etwas, das du geschrieben hast, ist auf diesem Gerät nicht gespeichert. Sobald es veröffentlicht oder gelöscht ist, lädt sich die App von selbst neu.',
    },
    later: 'Später',
    now: 'Jetzt aktualisieren',
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
  shared: {
    title: 'Eine andere App hat einen Text geteilt',
    beside: 'Du hast schon eine Notiz begonnen, darum wurde nichts eingefügt.',
    add: 'An meine Notiz anhängen',
    leave: 'Verwerfen',
    nsec: 'Im geteilten Text stand ein geheimer Schlüssel, er wurde verworfen',
    ncryptsec: 'Im geteilten Text stand ein verschlüsselter geheimer Schlüssel, er wurde verworfen',
    why: 'Nichts von diesem Text wurde behalten. Lösche ihn dort, woher er kam: Wer ihn liest, kann in deinem Namen handeln.',
  },
  offline: {
    title: 'Hier sind keine Notizen gespeichert',
    why: 'Gespeicherte Notizen bleiben 24 Stunden. Neue kommen, sobald du wieder online bist. Schreiben kannst du trotzdem: Dein Beitrag wird gesendet, sobald du online bist.',
    write: 'Notiz schreiben',
  },
  link: {
    title: 'Link öffnen',
    unknown: 'Dieser Link führt nirgendwohin',
    unknownWhy: 'Darin steht keine Notiz und kein Profil. Prüfe ihn, oder suche nach seinen Worten.',
    secret: 'Das ist ein geheimer Schlüssel',
    secretWhy:
      'Niemand sonst darf ihn sehen, und er öffnet hier nichts. Er wurde aus der Adresse genommen; der Verlauf des Browsers kann ihn noch enthalten.',
    address: 'Das zeigt Nuthatch nicht',
    addressWhy:
      'Der Link führt zu etwas, das sich mit der Zeit ändert, etwa zu einem Artikel. Hier öffnen sich Notizen und Profile.',
    author: 'Profil der Person öffnen, die es schrieb',
    search: 'Suchen',
    toFeed: 'Zum Feed',
  },
};
