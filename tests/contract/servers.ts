import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import { startRelay } from '#devnet/relays/relay.ts';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { type MintOptions, startMint } from '#devnet/mint/mint.ts';
import { install, Missing } from './install.ts';

/** A server that runs. `payInvoice`: of a mint, settles what it asks for; the others say that they are paid by themselves. */
export type Running = {
  readonly url: string;
  readonly payInvoice?: (invoice: string) => Promise<void>;
  readonly invoice?: (sats: number) => Promise<string>;
  stop(): Promise<void>;
};

export type ServerUnderTest = {
  readonly name: string;
  readonly kind: 'mint' | 'relay';
  /** installs it when it is not here; throws `Missing` when that cannot be done */
  readonly start: () => Promise<Running>;
};

const NUTSHELL = '0.20.2';
const CDK = '0.18.3';
const KHATRU = '0.19.1';
const PATIENCE_MS = 60_000;

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

type Plan = {
  readonly command: readonly string[];
  readonly folder: string;
  readonly port: number;
  readonly scheme: 'http' | 'ws';
  readonly env?: Readonly<Record<string, string>>;
  /** answers over HTTP when it is ready */
  readonly ready: string;
};

/** Starts an installed server and waits until it answers. */
async function run({ command: [name, ...args], folder, port, scheme, env, ready }: Plan): Promise<Running> {
  const log = openSync(join(folder, 'server.log'), 'w');
  const child = spawn(name!, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', log, log] });
  closeSync(log);
  const end = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    child.kill();
    await Promise.race([end, setTimeout(3_000).then(() => child.kill('SIGKILL'))]);
  };
  for (const until = Date.now() + PATIENCE_MS; child.exitCode === null && Date.now() < until;) {
    const response = await fetch(`http://127.0.0.1:${port}${ready}`).catch(() => undefined);
    if (response && response.status < 500) return { url: `${scheme}://127.0.0.1:${port}`, stop };
    await setTimeout(200);
  }
  await stop();
  throw new Missing(`does not start: see ${join(folder, 'server.log')}`);
}

/** A folder for the data of one run, which goes with the server. */
async function withData(start: (data: string) => Promise<Running>): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), 'interop-'));
  const drop = () => rmSync(data, { recursive: true, force: true });
  try {
    const running = await start(data);
    return { ...running, stop: () => running.stop().finally(drop) };
  } catch (error) {
    drop();
    throw error;
  }
}

// the versions beside it are those of its time: it starts with no newer ones
const NUTSHELL_PARTS = [`cashu==${NUTSHELL}`, 'marshmallow==3.26.1', 'limits==3.14.1'];

async function startNutshell(): Promise<Running> {
  const folder = await install({
    name: 'nutshell',
    pin: NUTSHELL_PARTS.join(' '),
    steps: (folder) => [
      ['python3', '-m', 'venv', folder],
      [join(folder, 'bin/pip'), 'install', '--quiet', ...NUTSHELL_PARTS],
    ],
  });
  return withData(async (data) => {
    const port = await freePort();
    const env = {
      CASHU_DIR: data,
      TOR: 'FALSE',
      MINT_BACKEND_BOLT11_SAT: 'FakeWallet',
      FAKEWALLET_BALANCE_SAT: '10000000',
      FAKEWALLET_DELAY_INCOMING_PAYMENT: '0.2',
      FAKEWALLET_DELAY_OUTGOING_PAYMENT: '0',
      MINT_DATABASE: join(data, 'mint'),
      MINT_AUTH_DATABASE: join(data, 'auth'),
      MINT_INPUT_FEE_PPK: '100',
      MINT_LISTEN_HOST: '127.0.0.1',
      MINT_LISTEN_PORT: String(port),
      MINT_PRIVATE_KEY: 'nuthatch',
      MINT_RATE_LIMIT: 'FALSE',
    };
    return run({ command: [join(folder, 'bin/mint')], folder, port, env, scheme: 'http', ready: '/v1/info' });
  });
}

/** The compiler of protocols that its build asks for, where it can be had without the system's packages. */
const PROTOC = 'grpcio-tools==1.76.0';

function writeProtoc(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const text = `#!/bin/sh\nexec "${join(folder, 'python/bin/python')}" -m grpc_tools.protoc "$@"\n`;
  writeFileSync(join(folder, 'protoc'), text, { mode: 0o755 });
}

const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

const cdkSettings = (port: number): string => `
[info]
url = "http://127.0.0.1:${port}/"
listen_host = "127.0.0.1"
listen_port = ${port}
mnemonic = "env:CDK_MINTD_MNEMONIC"
input_fee_ppk = 100
[info.logging]
output = "stderr"
console_level = "warn"
[info.http_cache]
backend = "memory"
ttl = 60
tti = 60
[mint_info]
name = "cdk-mintd"
[database]
engine = "sqlite"
[payment_backend]
backend = "fakewallet"
min_mint = 1
max_mint = 500000
min_melt = 1
max_melt = 500000
[fake_wallet]
fee_percent = 0.02
reserve_fee_min = 1
min_delay_time = 0
max_delay_time = 1
`;

/** Not optimised: that would take three times as long to compile and shows nothing more. */
async function startCdk(): Promise<Running> {
  const folder = await install({
    name: 'cdk-mintd',
    pin: CDK,
    env: (folder) => ({ PROTOC: join(folder, 'protoc') }),
    steps: (folder) => {
      writeProtoc(folder);
      return [
        ['python3', '-m', 'venv', join(folder, 'python')],
        [join(folder, 'python/bin/pip'), 'install', '--quiet', PROTOC],
        [
          'cargo',
          'install',
          `cdk-mintd@${CDK}`,
          '--locked',
          '--debug',
          '--config=profile.dev.debug=0',
          '--no-default-features',
          '--features=fakewallet,sqlite',
          `--root=${folder}`,
          `--target-dir=${join(folder, 'target')}`,
        ],
      ];
    },
    leftovers: ['target', 'python', 'protoc'],
  });
  return withData(async (data) => {
    const port = await freePort();
    const settings = join(data, 'settings.toml');
    const mintd = join(folder, 'bin/cdk-mintd');
    const env = { CDK_MINTD_MNEMONIC: WORDS };
    writeFileSync(settings, cdkSettings(port));
    const init = [mintd, '--work-dir', data, 'config', 'init', '--new-mint', '--file', settings];
    await new Promise((done, fail) => {
      const child = spawn(init[0]!, init.slice(1), { env: { ...process.env, ...env }, stdio: 'ignore' });
      child.on('error', fail).on('close', done);
    });
    return run({ command: [mintd, '--work-dir', data], folder, port, env, scheme: 'http', ready: '/v1/info' });
  });
}

async function startKhatru(): Promise<Running> {
  const source = join(import.meta.dirname, 'relay');
  const folder = await install({
    name: 'khatru',
    pin: KHATRU,
    steps: (folder) => {
      mkdirSync(folder, { recursive: true });
      for (const file of ['main.go', 'go.mod', 'go.sum']) copyFileSync(join(source, file), join(folder, file));
      return [['go', 'build', '-o', 'relay', '.']];
    },
  });
  const port = await freePort();
  return run({ command: [join(folder, 'relay'), String(port)], folder, port, scheme: 'ws', ready: '/' });
}

async function startOwnMint(options: Omit<MintOptions, 'ledger'>): Promise<Running> {
  const ledger = createLedger();
  ledger.fund('payer', 1_000_000);
  const { url, stop } = await startMint({ ledger, ...options });
  return {
    url,
    stop,
    payInvoice: async (invoice) => void ledger.pay('payer', invoice),
    invoice: async (sats) => ledger.invoice({ payee: 'payee', msats: sats * 1_000 }).text,
  };
}

async function startOwnRelay(): Promise<Running> {
  const { url, close } = await startRelay(RELAY_PLANS[0], 0);
  return { url, stop: close };
}

/** What is tried: ours, and those of others that wallets and apps meet. */
export const SERVERS: readonly ServerUnderTest[] = [
  { name: 'embedded mint', kind: 'mint', start: () => startOwnMint({}) },
  {
    name: 'embedded mint, fees',
    kind: 'mint',
    start: () => startOwnMint({ keysets: [{ version: '00', fee: 100 }], cacheSeconds: false }),
  },
  { name: `nutshell ${NUTSHELL}`, kind: 'mint', start: startNutshell },
  { name: `cdk-mintd ${CDK}`, kind: 'mint', start: startCdk },
  { name: 'embedded relay', kind: 'relay', start: startOwnRelay },
  { name: `khatru ${KHATRU}`, kind: 'relay', start: startKhatru },
];
