import { expose } from 'comlink';
import type { WorkerEndpoint } from '#actors/workers/running-worker.ts';
import { callsOnly } from '#workers/calls-only.ts';

/** A worker behind a real message channel, whose functions alone can be called; it can be told to crash. */
export class FakeWorker extends EventTarget implements WorkerEndpoint {
  readonly #channel = new MessageChannel();
  ended = 0;
  get terminated() {
    return this.ended > 0;
  }

  constructor(api: object) {
    super();
    expose(api, callsOnly(this.#channel.port2, api));
    this.#channel.port2.start();
    this.#channel.port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  start() {
    this.#channel.port1.start();
  }

  postMessage(message: unknown) {
    this.#channel.port1.postMessage(message);
  }

  terminate() {
    this.ended += 1;
    this.#channel.port1.close();
  }

  crash(type: 'error' | 'messageerror' = 'error') {
    this.dispatchEvent(new Event(type, { cancelable: true }));
  }
}
