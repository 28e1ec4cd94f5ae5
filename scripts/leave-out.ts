import type { Plugin } from 'vite';
import { cuts, files, THROWS, type Cut } from './left-out.ts';

type Text = NonNullable<Cut['texts']>[number];

const cutText = (code: string, [from, to, times]: Text) => {
  const found = typeof from === 'string' ? code.split(from).length - 1 : [...code.matchAll(from)].length;
  if (found !== times) throw new Error(`${String(from)} is found ${found} times, not ${times}`);
  return code.replaceAll(from, to);
};

/** Gives what begins so in a line of its own, and ends with a brace below, another body. */
const cutFrom = (code: string, name: string, head: string, body: string) => {
  const at = code.indexOf(head);
  if (at < 0 || code.includes(head, at + 1)) throw new Error(`${name} is not found exactly once`);
  const end = `${/^\n\s*/.exec(head)![0]}}`;
  return `${code.slice(0, at)}${head}) { ${body} }${code.slice(code.indexOf(end, at) + end.length)}`;
};

const cutBody = (code: string, [name, body]: readonly [name: string, body: string]) =>
  cutFrom(code, name, name.includes('.') ? `\n${name} = function (` : `\nfunction ${name}(`, body);

/** Some libraries are written with tabs. */
const cutMethod = (code: string, name: string) =>
  cutFrom(code, name, `\n${code.includes(`\n\t${name}(`) ? '\t' : '  '}${name}(`, 'leftOut();');

/** The block of a case is never run, yet what it declares for other cases stays. */
const cutCase = (code: string, [name, value]: readonly [name: string, value: number]) => {
  const from = code.indexOf(`\nfunction ${name}(`);
  const body = code.slice(from, code.indexOf('\n}', from));
  const [found, indent, label, block] =
    new RegExp(`\\n( +)(case ${value}:)((?:.|\\n)*?)(?=\\n\\1(?:case \\d+|default):)`).exec(body) ?? [];
  if (from < 0 || found === undefined) throw new Error(`${name} has no case ${value} that another one follows`);
  return (
    code.slice(0, from) +
    body.replace(found, () => `\n${indent}${label} leftOut(); if (!1) {${block} }`) +
    code.slice(from + body.length)
  );
};

const cutFile = (code: string, { functions = {}, methods = {}, answers = {}, cases = {}, texts = [] }: Cut) => {
  const bodies = [
    ...Object.values(functions).flatMap((names) => names.map((name) => [name, 'leftOut();'] as const)),
    ...Object.entries(answers).map(([name, answer]) => [name, answer && `return ${answer};`] as const),
  ];
  const values = Object.entries(cases).flatMap(([name, list]) => list.map((value) => [name, value] as const));
  const cut = values.reduce(cutCase, `\n${texts.reduce(cutText, code)}`);
  const rest = Object.values(methods).flat().reduce(cutMethod, cut);
  return THROWS + bodies.reduce(cutBody, rest);
};

const entryOf = <Value>(table: Readonly<Record<string, Value>>, path: string) =>
  Object.entries(table).find(([file]) => path.endsWith(`/node_modules/${file}`));

/** The code of a library's file without what nothing reaches; undefined for a file that stays as it is. */
export function leaveOut(path: string, code: string): string | undefined {
  const whole = entryOf(files, path);
  if (whole) return THROWS + whole[1];
  const part = entryOf(cuts, path);
  return part && cutFile(code, part[1]);
}

/** Vite plugin: leaves these parts out, and fails where one of the files was not met exactly once. */
export const leaveOutPlugin = (): Plugin => {
  const met: string[] = [];
  return {
    name: 'nuthatch-leave-out',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0]!.replaceAll('\\', '/');
      const left = leaveOut(path, code);
      if (left === undefined) return;
      met.push(path);
      return { code: left, map: null };
    },
    generateBundle() {
      for (const file of [...Object.keys(cuts), ...Object.keys(files)]) {
        const times = met.filter((path) => path.endsWith(file)).length;
        if (times !== 1) this.error(`${file} was met ${times} times, not once: see scripts/left-out.ts`);
      }
    },
  };
};
