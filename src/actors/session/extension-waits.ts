import { createListeners } from '#domain/listeners.ts';
import { EXTENSION_PUBLIC_KEY_TIMEOUT_MS, EXTENSION_SIGN_TIMEOUT_MS } from '#domain/session/session-limits.ts';
import { Failure } from '#domain/problem.ts';
import type { ExtensionWait, Session } from '#ports/session.ts';
import type { Cipher } from '#domain/protocol/signer.ts';
import { signingTime, type Extension } from './extension.ts';

type Waits = Session['waiting'] & {
  /** Keeps the wait in the list until the answer, or a cancel. */
  during<Value>(what: ExtensionWait['what'], limitMs: number, answer: Promise<Value>): Promise<Value>;
};

const createWaits = (now: () => number): Waits => {
  const { tell, subscribe } = createListeners();
  const cancels = new Map<number, () => void>();
  let waits: readonly ExtensionWait[] = [];
  let count = 0;
  const change = (changed: readonly ExtensionWait[]) => {
    waits = changed;
    tell();
  };
  return {
    get: () => waits,
    subscribe,
    cancel: (id) => cancels.get(id)?.(),
    async during(what, limitMs, answer) {
      const id = (count += 1);
      const { promise: cancelled, reject } = Promise.withResolvers<never>();
      cancels.set(id, () => reject(new Failure({ code: 'extension-cancelled' })));
      change([...waits, { id, what, since: now(), limitMs }]);
      try {
        return await Promise.race([answer, cancelled]);
      } finally {
        cancels.delete(id);
        change(waits.filter((wait) => wait.id !== id));
      }
    },
  };
};

/**
 * The same extension, and a list of what it was asked for and has not answered: a person sees which and for how long, and
 * can stop waiting.
 */
export const watchExtension = (
  extension: Extension,
  now: () => number,
): { readonly extension: Extension; readonly waiting: Session['waiting'] } => {
  const waits = createWaits(now);
  const cipher = (inner: Cipher | undefined): Cipher | undefined =>
    inner && {
      encrypt: (pubkey, text) => waits.during('encryption', EXTENSION_SIGN_TIMEOUT_MS, inner.encrypt(pubkey, text)),
      decrypt: (pubkey, text) => waits.during('decryption', EXTENSION_SIGN_TIMEOUT_MS, inner.decrypt(pubkey, text)),
    };
  return {
    waiting: waits,
    extension: {
      available: () => extension.available(),
      publicKey: (signal) => waits.during('public key', EXTENSION_PUBLIC_KEY_TIMEOUT_MS, extension.publicKey(signal)),
      signer(pubkey) {
        const inner = extension.signer(pubkey);
        return {
          pubkey,
          signEvent: (template) => waits.during('signature', signingTime(template), inner.signEvent(template)),
          get nip44() {
            return cipher(inner.nip44);
          },
          get nip04() {
            return cipher(inner.nip04);
          },
        };
      },
    },
  };
};
