import { defineCamera } from '#actors/scan/camera.ts';
import type { Area } from '#machines/areas.ts';
import { scannerMachine } from '#machines/scan/scanner.machine.ts';
import type { AreaDeps } from './deps.ts';

/** The camera, by which codes are read. */
export const scannerArea = ({ browser }: Pick<AreaDeps, 'browser'>): Area<'scanner'> => ({
  logic: scannerMachine.provide({ actors: { camera: defineCamera(browser) } }),
});
