import type { CurrentSigner } from '#domain/signer.ts';
import type { AreaDeps, NamedAreas } from './deps.ts';

/** The areas that look after the relays beside what reading needs: health, advice, relay lists, publishing. */
export const careAreas = (_deps: AreaDeps & { readonly signer: CurrentSigner }): NamedAreas => [];
