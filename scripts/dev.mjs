// The embedded network and Vite's development server; the page is served without the production headers.
import { createServer } from 'vite';
import { closeOnSignal, describeNetwork, startNetwork } from './network.mjs';
import { fillRelays, sampleRelays } from './relays-meta.mjs';

const devnet = await startNetwork();
const vite = await createServer({
  server: { host: '127.0.0.1', port: 5173 },
  plugins: [{ name: 'nuthatch-relays', transformIndexHtml: (html) => fillRelays(html, sampleRelays(devnet.config)) }],
});
closeOnSignal(() => Promise.all([vite.close(), devnet.close()]));
await vite.listen();
console.log(describeNetwork(devnet));
vite.printUrls();
