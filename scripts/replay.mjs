// npm run replay FILE: shows what is in a recording of the inspector and leads the real machines through it: each gets the
// events that came, and where it stands after each, what it holds and what it ends with is compared with the recording. Ends
// with 1 where they part.
// --as-test: writes a test of the machines in tests/machines; --actor NAME: of one actor alone.
import { readFileSync, writeFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { StateMachine } from 'xstate';
import { chartHash } from '#domain/inspector/chart-hash.ts';
import { readRecording } from '#domain/inspector/read-recording.ts';
import { replayMachine, storiesOf } from '#tests/support/replay-machine.ts';

// what stands before `--` is npm's own, and it hands it on as a setting; a file behind a flag is the value of it
const { npm_config_as_test: asTest, npm_config_actor: actorByNpm } = process.env;
const { values, positionals } = parseArgs({
  args: [...process.argv.slice(2), ...(asTest && asTest !== 'true' ? [asTest] : []), ...(asTest ? ['--as-test'] : [])],
  allowPositionals: true,
  options: { 'as-test': { type: 'boolean' }, actor: { type: 'string', ...(actorByNpm && { default: actorByNpm }) } },
});

const refuse = (words) => {
  console.error(words);
  process.exit(2);
};

const [file] = positionals;
if (file === undefined) refuse('Usage: npm run replay -- FILE [--as-test] [--actor NAME]');

const read = () => {
  try {
    return readRecording(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, where } = error.problem ?? { code: error.message };
    return refuse(`${file} cannot be replayed: ${code}${where === undefined ? '' : ` at ${where}`}`);
  }
};
const recording = read();

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
console.log(
  `Recorded with ${recording.app} at ${new Date(recording.from).toISOString()}: ${recording.entries.length} events` +
    (recording.app === version ? '' : `; this is ${version}`),
);

/** The machines of this version, with the files they are in. */
const machines = new Map();
for (const source of globSync('src/machines/**/*.machine.ts')) {
  const exported = await import(pathToFileURL(path.resolve(source)).href);
  const [name, machine] = Object.entries(exported).find(([, value]) => value instanceof StateMachine) ?? [];
  if (machine) machines.set(machine.id, { name, machine, source: source.replaceAll('\\', '/') });
}

for (const [id, hash] of Object.entries(recording.charts)) {
  if (!machines.has(id)) console.log(`unknown  ${id}: this version has no such chart`);
  else if (chartHash(JSON.parse(readFileSync(`statecharts/${id}.json`, 'utf8'))) !== hash) {
    console.log(`changed  ${id}: its chart is another one than when it was recorded`);
  }
}

const stories = storiesOf(recording).filter(
  ({ name, machine }) => machines.has(machine) && (values.actor === undefined || name === values.actor),
);
/** A value in a line, its beginning at least. */
const brief = (value) => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

let parted = 0;
let otherwise = 0;
for (const story of stories) {
  const others = [];
  const parting = replayMachine(machines.get(story.machine).machine, story, (other) => others.push(other));
  if (!parting && others.length === 0) console.log(`ok       ${story.name}: ${story.steps.length} events`);
  if (others.length > 0) otherwise += 1;
  for (const { step, event, path: where, recorded, now } of others) {
    console.log(
      `differs  ${story.name}, step ${step}, ${event}: ${where}\n         recorded: ${brief(recorded)}\n         now:      ${brief(now)}`,
    );
  }
  if (!parting) continue;
  parted += 1;
  const { step, event, recorded, now } = parting;
  console.log(
    `parts    ${story.name}, step ${step}, ${event}\n         recorded: ${recorded}\n         now:      ${now}`,
  );
}
console.log(
  `${stories.length} actors replayed, ${parted} part from the recording` +
    (otherwise > 0 ? `, ${otherwise} hold something else than was recorded` : ''),
);

/** A test of all that was replayed, which fails where a machine goes another way, or holds or gives something else. */
const testOf = () => {
  const used = [...new Set(stories.map(({ machine }) => machine))].map((id) => machines.get(id));
  const imports = used.map(({ name, source }) => `import { ${name} } from '#${source.slice('src/'.length)}';`);
  const tests = stories.map(
    (story) =>
      `  it(${JSON.stringify(`${story.name} goes the way that was recorded`)}, () => {\n` +
      `    const story: Story = ${JSON.stringify(story, null, 1)};\n` +
      `    expectReplay(${machines.get(story.machine).name}, story);\n  });\n`,
  );
  return (
    `import { describe, it } from 'vitest';\n${imports.join('\n')}\n` +
    `import { expectReplay, type Story } from '#tests/support/replay-machine.ts';\n\n` +
    `describe(${JSON.stringify(`recorded ${new Date(recording.from).toISOString()}`)}, () => {\n${tests.join('\n')}});\n`
  );
};

if (values['as-test']) {
  const name = path.basename(file, '.json').replace(/[^\w-]+/g, '-');
  const target = `tests/machines/${name}.test.ts`;
  writeFileSync(target, testOf());
  console.log(`${target} written: make it small, and say in its title what must not happen again.`);
}
process.exit(parted + otherwise > 0 ? 1 : 0);
