import type { NutzapInfo } from './nutzap-info.ts';

/** The query of how somebody takes ecash; null: they do not. */
export const nutzapInfoKey = (pubkey: string) => ['nutzap-info', pubkey] as const;

/** Whether ecash can be given to somebody: they name a mint that can be used for it. */
export const takesEcash = (info: NutzapInfo | null): boolean => info !== null && info.mints.length > 0;
