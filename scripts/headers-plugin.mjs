import { headersFile } from './headers.mjs';

/** Vite plugin: writes the response headers into dist/_headers. */
export const headersPlugin = () => ({
  name: 'nuthatch-headers',
  apply: /** @type {const} */ ('build'),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile() });
  },
});
