import { expose } from 'comlink';
import { createSigner } from './signer-core.ts';

const source = { subtle: crypto.subtle, getRandomValues: crypto.getRandomValues.bind(crypto) };

expose(createSigner(source, () => performance.now()));
