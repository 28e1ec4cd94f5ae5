import type { ReplaceableProblem } from '#domain/replaceable/replaceable-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const replaceableProblems: ProblemWords<ReplaceableProblem> = {
  'no-relays': 'Keine Relays eingerichtet',
  'no-write-relays': 'Keine Relays zum Veröffentlichen eingerichtet',
  'list-not-read':
    'Nicht geändert: Von den Relays, auf die du schreibst, hat keines geantwortet, und eine neuere Fassung deiner Liste könnte verloren gehen.',
  'profile-not-read':
    'Nicht geändert: Von den Relays, auf die du schreibst, hat keines geantwortet, und eine neuere Fassung deines Profils könnte verloren gehen.',
  'relay-list-not-read':
    'Von den Relays, auf die du schreibst, hat keines geantwortet, und eine neuere Fassung deiner Liste könnte verloren gehen.',
  'list-may-exist':
    'Nicht geändert: Von dir wurde keine Liste gefunden, aber zu wenige deiner Relays haben geantwortet, vielleicht gibt es also eine.',
  'profile-may-exist':
    'Nicht geändert: Es wurde kein Profil von dir gefunden, aber zu wenige deiner Relays haben geantwortet; du könntest eines haben.',
  'relay-list-may-exist':
    'Von dir wurde keine Liste gefunden, aber kein Verzeichnis hat geantwortet, vielleicht gibt es also eine.',
  'sign-in-failed': 'Die Anmeldung ist gescheitert',
  'relay-list-locked': 'Dein Schlüssel ist gesperrt.',
  'version-gone': 'Nicht geändert: Diese Fassung wird hier nicht mehr aufbewahrt.',
  'relay-list-version-gone': 'Diese Fassung wird hier nicht mehr aufbewahrt.',
  'list-changed': 'Der Signierer hat die Liste verändert',
  'profile-changed': 'Der Signierer hat das Profil verändert',
  'relay-list-changed': 'Was für dich signiert, hat die Liste verändert.',
  'list-encrypted': 'Nicht geändert: Der verschlüsselte Teil deiner Liste war nicht lesbar.',
  'list-not-encrypted':
    'Nicht geändert: Deine Erweiterung kann nicht verschlüsseln, also auch niemanden heimlich stummschalten.',
  'relay-list-not-found': 'Kein Relay hat geantwortet, als nach deiner Relay-Liste gefragt wurde.',
  'signature-wrong': 'Die Signatur ist falsch',
};
