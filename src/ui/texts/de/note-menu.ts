import { countedIn } from '#domain/text/numbers.ts';
import type { noteMenuTexts } from '#ui/texts/note-menu.ts';
import type { Words } from '#ui/texts/say.ts';

const counted = countedIn('de');

export const noteMenu: Words<typeof noteMenuTexts> = {
  copyId: 'ID der Notiz kopieren',
  copyText: 'Text kopieren',
  raw: 'Rohes Event zeigen',
  about: (kind, bits, relays) =>
    [
      `Art ${kind}`,
      ...(bits === undefined ? [] : [`${bits} Bit`]),
      ...(relays === 0 ? [] : [counted(relays, { one: 'Relay', other: 'Relays' })]),
    ].join(', '),
  eventOf: (name) => `Event von ${name}`,
  copyEvent: 'Event kopieren',
  json: 'Event als JSON',
};
