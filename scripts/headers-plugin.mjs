import { headersFile } from './headers.mjs';

/** Vite plugin: writes the response headers into dist/_headers. `script`: the one of the page, as the policy calls it. */
export const headersPlugin = (script) => ({
  name: 'nuthatch-headers',
  apply: /** @type {const} */ ('build'),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(script) });
  },
});
