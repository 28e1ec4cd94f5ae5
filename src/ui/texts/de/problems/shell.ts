import type { ShellProblem } from '#domain/shell/shell-problem.ts';
import { sats as satsOf } from '#ui/texts/de/sats.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const shellProblems: ProblemWords<ShellProblem> = {
  unknown: 'Etwas ging schief. Versuch es noch einmal.',
  'area-restarted': 'Ein Teil der App ist ausgefallen und wurde neu gestartet.',
  'code-not-loaded': 'Das konnte nicht geladen werden. Versuch es noch einmal.',
  'update-not-stored':
    'Eine neue Version konnte auf diesem Gerät nicht gespeichert werden. Es wird später wieder versucht.',
  'clock-slow': 'Die Uhr dieses Geräts geht nach: Neue Notizen und Nachrichten können fehlen. Stelle sie richtig.',
  'choice-not-kept': 'Der Speicher ist voll oder gesperrt: Deine Wahl gilt, bis die Seite geschlossen wird.',
  'relays-not-kept': 'Der Speicher ist voll oder gesperrt: Deine Relays gelten, bis die Seite geschlossen wird.',
  'address-paid': ({ sats }) => `An deiner Adresse ${sats === 1 ? 'kam' : 'kamen'} ${satsOf(sats)} an.`,
};
