import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Why a server is not here: said in its row. */
export class Missing extends Error {}

const ROOT = resolve('.cache/interop');

type Env = Readonly<Record<string, string>>;

/** Runs a command to its end, its output in a log; throws what to tell when it fails. */
function command(log: string, [name, ...args]: readonly string[], folder: string, env: Env): Promise<void> {
  return new Promise((done, fail) => {
    const out = createWriteStream(log, { flags: 'a' });
    const child = spawn(name!, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(out, { end: false });
    child.stderr.pipe(out, { end: false });
    child.on('error', () => fail(new Missing(`there is no ${name} on this machine`)));
    child.on('close', (code) => {
      out.end();
      if (code === 0) done();
      else fail(new Missing(`could not be installed: see ${log}`));
    });
  });
}

export type Installation = {
  readonly name: string;
  /** what is installed, to the letter: when it changes, it is installed anew */
  readonly pin: string;
  readonly steps: (folder: string) => readonly (readonly string[])[];
  readonly env?: (folder: string) => Env;
  /** what only the installation needs */
  readonly leftovers?: readonly string[];
};

/** Installs a server into `.cache/interop/<name>` unless it is there. Answers with the folder. */
export async function install({ name, pin, steps, env = () => ({}), leftovers = [] }: Installation): Promise<string> {
  const folder = join(ROOT, name);
  const stamp = join(folder, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === pin) return folder;
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'install.log');
  for (const step of steps(folder)) await command(log, step, folder, env(folder));
  for (const each of leftovers) rmSync(join(folder, each), { recursive: true, force: true });
  writeFileSync(stamp, pin);
  return folder;
}
