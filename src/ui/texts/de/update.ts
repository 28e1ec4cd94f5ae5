import type { updateTexts } from '#ui/texts/update.ts';
import type { Words } from '#ui/texts/say.ts';

export const update: Words<typeof updateTexts> = {
  available: 'Neue Version verfügbar',
  availableWhy: 'Dauert eine Sekunde. Entwürfe und ungesendete Beiträge bleiben.',
  keyLost:
    'Dauert eine Sekunde. Entwürfe bleiben, aber dein Schlüssel ist hier nicht gespeichert: Danach musst du dich neu anmelden.',
  updating: 'Wird aktualisiert',
  updatingWhy: 'Die App lädt sich von selbst neu.',
  failed: 'Die App hat sich nicht neu geladen. Versuch es noch einmal, oder schließ ihr Fenster und öffne es neu.',
  held: {
    post: 'Zuerst wird dein Beitrag fertig. Dann lädt sich die App von selbst neu.',
    text: 'Etwas, das du geschrieben hast, ist auf diesem Gerät nicht gespeichert. Sobald es veröffentlicht oder gelöscht ist, lädt sich die App von selbst neu.',
  },
  later: 'Später',
  now: 'Jetzt aktualisieren',
};
