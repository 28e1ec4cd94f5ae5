import type { CameraProblem } from '#domain/scan/scan.ts';
import type { ProblemWords } from './say.ts';

const problems: ProblemWords<CameraProblem> = {
  'camera-refused': 'This page may not use the camera. Allow it in your browser, then try again.',
  'no-camera': 'No camera was found on this device.',
  'camera-busy': 'The camera gives no picture. Another program may be using it.',
  'camera-failed': 'The camera cannot be used here.',
};

/** What is said while a camera looks for a code. */
export const scanTexts = {
  problems,
  open: 'Scan a code',
  close: 'Stop the camera',
  picture: 'Picture of the camera',
  starting: 'Starting the camera…',
  looking: 'Hold the code in front of the camera.',
  parts: (known: string, count: string) => `${known} of ${count} parts read. Hold on.`,
  other: 'That code is something else.',
  found: 'The code was read.',
  again: 'Try again',
};
