// Builds the app when needed, starts the embedded network and serves the app on loopback.
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';

const PORT = Number(process.env.PORT ?? 5173);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Nuthatch needs Node 22.18 or later to start; this is ${process.versions.node}.`);
  process.exit(1);
}

chdir(fileURLToPath(new URL('..', import.meta.url)));
const { buildIfChanged } = await import('./build-if-changed.mjs');
const { closeOnSignal, describeNetwork, startNetwork } = await import('./network.mjs');
const { serveApp } = await import('./serve.mjs');

const running = [];
closeOnSignal(() => Promise.all(running.map((part) => part.close())));

console.log('Building…');
if (!(await buildIfChanged())) console.log('Nothing changed since the last build.');
console.log('Starting the sample network…');
const devnet = await startNetwork();
running.push(devnet);
const app = await serveApp({ port: PORT, relays: devnet.config, dist: 'dist' });
running.push(app);

if (PORT !== 0 && app.port !== PORT) console.log(`Port ${PORT} is in use, so this is port ${app.port}.`);
console.log(`\n${describeNetwork(devnet)}\n\nNuthatch: ${app.url}\nCtrl-C stops everything.`);
