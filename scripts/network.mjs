import { startDevnet } from '#devnet/devnet.ts';
import { TRICKLE_MS } from '#devnet/trickle.ts';

const FIRST_PORT = 4700;

/** Starts the embedded network as `npm start` and `npm run dev` use it: fixed ports, kept content, new notes all the time. */
export const startNetwork = () =>
  startDevnet({ ports: FIRST_PORT, trickleMs: TRICKLE_MS, cacheFolder: '.cache', mintFolder: '.cache', mine: true });

/** Says what is running, one line a relay. */
export function describeNetwork(devnet) {
  const notes = devnet.content.events.filter((event) => event.kind === 1).length;
  const moved = devnet.mediaUrl.endsWith(`:${FIRST_PORT}`)
    ? []
    : [`Port ${FIRST_PORT} is in use, so others are taken.`];
  return [
    ...moved,
    'Relays:',
    ...devnet.relays.map(
      ({ url, role, name, latencyMs }) => `  ${url}  ${role.padEnd(9)}  ${String(latencyMs).padStart(3)} ms  ${name}`,
    ),
    `Pictures and names: ${devnet.mediaUrl}`,
    'Sample wallet, for Settings, Lightning Wallet, with sats that are worth nothing:',
    `  ${devnet.wallet.pairingCode}`,
    'Sample mints, for ecash that is worth nothing:',
    ...devnet.mints.map(({ url, name, books }) => {
      const [{ fee }] = books.keysets.values();
      return `  ${url}  ${name}${fee > 0 ? `, where ${1_000 / fee} proofs cost a sat to spend` : ''}`;
    }),
    `${devnet.content.people.length} people, ${notes.toLocaleString('en')} notes, a new one every few seconds.`,
  ].join('\n');
}

/** Runs `close` on Ctrl-C or a polite kill, then exits with 0; a second Ctrl-C does not wait. */
export function closeOnSignal(close) {
  let closing = false;
  const end = async () => {
    if (closing) process.exit(0);
    closing = true;
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
}
