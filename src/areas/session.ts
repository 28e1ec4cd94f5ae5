import type { AreaDeps, NamedAreas } from './deps.ts';

/** The areas of login, keys and signing. */
export const sessionAreas = (_deps: AreaDeps): NamedAreas => [];
