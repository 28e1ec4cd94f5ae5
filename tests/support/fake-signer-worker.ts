import { expose } from 'comlink';
import type { WorkerEndpoint } from '#actors/workers/running-worker.ts';
import { callsOnly } from '#workers/calls-only.ts';
import { createSigner, type SignerWorker } from '#workers/signer-core.ts';

/** A signer worker behind a real message channel, which can be told to crash and shows what was sent to it. */
export class FakeSignerWorker extends EventTarget implements WorkerEndpoint {
  readonly #channel = new MessageChannel();
  terminated = false;

  constructor(changes: Partial<SignerWorker> = {}) {
    super();
    const source = {
      subtle: crypto.subtle,
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
    };
    const signer = { ...createSigner(source, () => performance.now()), ...changes };
    expose(signer, callsOnly(this.#channel.port2, signer));
    this.#channel.port2.start();
    this.#channel.port1.addEventListener('message', (event) => {
      this.dispatchEvent(new MessageEvent('message', { data: event.data as unknown }));
    });
  }

  start() {
    this.#channel.port1.start();
  }

  postMessage(message: unknown) {
    this.#channel.port1.postMessage(message);
  }

  terminate() {
    this.terminated = true;
    this.#channel.port1.close();
  }

  crash(type: 'error' | 'messageerror' = 'error') {
    this.dispatchEvent(new Event(type, { cancelable: true }));
  }
}
