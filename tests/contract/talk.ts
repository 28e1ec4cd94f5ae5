import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CoreWorld, coreWorld } from '#tests/support/core-world.ts';
import { install } from './install.ts';

/** Tells a program of others what to do, and gives its answer; both are plain JSON. */
export type Talk = (order: object) => Promise<unknown>;

/** A proof as programs write it. */
export type PlainProof = { readonly id: string; readonly amount: number; readonly secret: string; readonly C: string };

export type ClientCase = { readonly name: string; readonly run: (talk: Talk) => Promise<void> };

export type Program = 'applesauce' | 'ndk' | 'cashu';

const HERE = resolve('tests/contract/clients');

const talkIn =
  (folder: string): Talk =>
  (order) =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, ['talk.mjs'], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
      const [said, complained]: [string[], string[]] = [[], []];
      child.stdout.on('data', (part: Buffer) => said.push(String(part)));
      child.stderr.on('data', (part: Buffer) => complained.push(String(part)));
      child.on('error', fail);
      child.on('close', (code) => {
        // it may say other things before its answer
        const answer = said.join('').trim().split('\n').at(-1);
        if (code === 0 && answer) done(JSON.parse(answer));
        else fail(new Error(complained.join('').trim().slice(0, 400)));
      });
      child.stdin.end(JSON.stringify(order));
    });

/** Installs a program of others from its lock file beside this one, unless it is there. */
export async function startClient(name: Program): Promise<Talk> {
  const from = (file: string) => join(HERE, name, file);
  const bring = (folder: string, files: readonly string[]) => {
    for (const file of files) copyFileSync(from(file), join(folder, file));
  };
  const folder = await install({
    name,
    pin: readFileSync(from('package-lock.json'), 'utf8'),
    steps: (folder) => {
      bring(folder, ['package.json', 'package-lock.json']);
      return [['npm', 'ci', '--no-fund', '--no-audit', '--ignore-scripts']];
    },
  });
  bring(folder, ['talk.mjs']);
  return talkIn(folder);
}

/** A case at a mint of its own. */
export const atMint = async (act: (world: CoreWorld) => Promise<void>): Promise<void> => {
  const world = await coreWorld();
  try {
    await act(world);
  } finally {
    await world.stop();
  }
};
