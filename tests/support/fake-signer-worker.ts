import { createSigner, type SignerWorker } from '#workers/signer-core.ts';
import { FakeWorker } from './fake-worker.ts';

const source = {
  subtle: crypto.subtle,
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
};

/** The signer worker, of which some functions may be replaced. */
export class FakeSignerWorker extends FakeWorker {
  constructor(changes: Partial<SignerWorker> = {}) {
    super({ ...createSigner(source, () => performance.now()), ...changes });
  }
}
