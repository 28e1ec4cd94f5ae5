import type { ShellProblem } from '#domain/shell/shell-problem.ts';
import { sats as satsOf } from '#ui/texts/sats.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const shellProblems: ProblemWords<ShellProblem> = {
  unknown: 'Something went wrong. Please try again.',
  'area-restarted': 'A part of the app stopped and was started again.',
  'code-not-loaded': 'This could not be loaded. Try again.',
  'update-not-stored': 'A new version could not be stored on this device. It is tried again later.',
  'clock-slow': 'The clock of this device is slow: new notes and messages may be missing. Set it right.',
  'choice-not-kept': 'Storage is full or blocked: your choice lasts until the page is closed.',
  'relays-not-kept': 'Storage is full or blocked: your relays last until the page is closed.',
  'address-paid': ({ sats }) => `${satsOf(sats)} came in at your address.`,
};
