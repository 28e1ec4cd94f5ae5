import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Missing, type Browser } from './browser.ts';

/** Keys with a name, as WebDriver numbers them. */
const KEYS: Readonly<Record<string, string>> = { Enter: '\uE007', Escape: '\uE00C' };

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const isThere = (command: string): boolean => spawnSync('which', [command]).status === 0;

type Answer = { value: { error?: string; message?: string; sessionId?: string } & Record<string, unknown> };

/** Sends WebDriver commands one after the other, as WebKit wants them. */
const commander = (base: string) => {
  let last: Promise<unknown> = Promise.resolve();
  const send = async (method: string, path: string, body?: unknown): Promise<Answer['value']> => {
    const response = await fetch(base + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  return (...command: Parameters<typeof send>): Promise<Answer['value']> => {
    const next = last.then(() => send(...command));
    last = next.catch(() => {});
    return next;
  };
};

const started = async (base: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`${base}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The WebKit driver did not start');
};

const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** WebKitGTK by WebDriver, in a window of a virtual screen; throws Missing when there is none. */
export const openWebKit = async (): Promise<Browser> => {
  if (!isThere('WebKitWebDriver') || !isThere('xvfb-run')) throw new Missing('no WebKitWebDriver with xvfb-run found');
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], { detached: true, stdio: 'ignore' });
  const kill = () => process.kill(-driver.pid!, 'SIGTERM');
  const base = `http://127.0.0.1:${port}`;
  await started(base);
  const command = commander(base);
  const wanted = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
  };
  const { sessionId, capabilities } = await command('POST', '/session', { capabilities: { alwaysMatch: wanted } });
  const post = (path: string, body: unknown) => command('POST', `/session/${sessionId}${path}`, body);
  await post('/window/rect', { width: 1280, height: 800 });
  const act = (type: string, id: string, actions: unknown[]) => post('/actions', { actions: [{ type, id, actions }] });
  const strike = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return {
    name: `WebKitGTK ${(capabilities as { browserVersion?: string }).browserVersion ?? ''}`,
    open: async (url) => void (await post('/url', { url })),
    evaluate: async (expression) => {
      const text = await post('/execute/sync', { script: `return JSON.stringify((${expression}) ?? null)`, args: [] });
      return JSON.parse(text as unknown as string) as never;
    },
    press: async (key) => void (await act('key', 'keys', strike(KEYS[key] ?? key))),
    type: async (text) => void (await act('key', 'keys', Array.from(text).flatMap(strike))),
    click: async (x, y) => {
      const at = { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) };
      await act('pointer', 'mouse', [at, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
    },
    close: async () => {
      await command('DELETE', `/session/${sessionId}`).catch(() => {});
      kill();
    },
  };
};
