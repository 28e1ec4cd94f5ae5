import { fromCallback } from 'xstate';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { Login, LoginFact } from '#machines/session/login-watch.ts';
import type { AccountStore } from '#store/session/account.ts';

type LoginDeps = { readonly account: AccountStore; readonly signer: CurrentSigner };

const loginOf = ({ account, signer }: LoginDeps): Login => {
  const { pubkey, method } = account.get();
  if (method === 'none') return { pubkey, signing: 'read only' };
  return { pubkey, signing: pubkey !== undefined && signer()?.pubkey === pubkey ? 'possible' : 'locked' };
};

/** The slot `watch login`: who is logged in, and whether they can sign. */
export const defineWatchLogin = (deps: LoginDeps) =>
  fromCallback(({ sendBack }) => {
    const tell = () => sendBack({ type: 'login.changed', ...loginOf(deps) } satisfies LoginFact);
    tell();
    return deps.account.subscribe(tell);
  });
