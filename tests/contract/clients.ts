import type { ClientCase, Program } from './talk.ts';
import { NUTZAP_CASES } from './nutzap-cases.ts';
import { TOKEN_CASES } from './token-cases.ts';
import { WALLET_EVENT_CASES } from './wallet-event-cases.ts';

/** A program of others that reads what ours writes, and the other way round. */
export type ClientUnderTest = {
  readonly name: string;
  readonly program: Program;
  readonly cases: readonly ClientCase[];
};

export const CLIENTS: readonly ClientUnderTest[] = [
  { name: 'older cashu-ts', program: 'cashu', cases: TOKEN_CASES },
  { name: 'applesauce-wallet 6.2.0', program: 'applesauce', cases: [...WALLET_EVENT_CASES, ...NUTZAP_CASES] },
  { name: 'NDK wallet 1.0.0', program: 'ndk', cases: [...WALLET_EVENT_CASES, ...NUTZAP_CASES] },
];
