import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Runs one command to its end; its output is shown when it is done, so that steps side by side do not mix. `yields`: to what else
 * runs here.
 */
export const runStep = ([name, command, ...args], yields = false) =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    // not everybody may set one above their own
    if (yields && child.pid !== undefined)
      setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) process.stdout.write(Buffer.concat(output).toString());
      resolve(code === 0);
    });
  });

/**
 * Steps one after the other, whether or not those before succeeded; true when all did. What runs beside them comes first on the
 * processor: tests wait for things, and are not to wait for these.
 */
export const runInTurn = async (steps) => {
  let ok = true;
  for (const step of steps) ok = (await runStep(step, true)) && ok;
  return ok;
};
