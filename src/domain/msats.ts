import { MSATS_PER_SAT } from '#domain/units.ts';

/** Sats of msats, parts of one as they are. */
export const toSats = (msats: number): number => msats / MSATS_PER_SAT;

/** Msats of sats. */
export const toMsats = (sats: number): number => sats * MSATS_PER_SAT;
