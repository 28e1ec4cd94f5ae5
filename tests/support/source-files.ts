import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

export type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The files of a pattern under the root of the repository. */
export const sources = (pattern: string): readonly string[] => globSync(pattern).sort();

type Source = { readonly code: string; readonly program: Node };

const parsed = new Map<string, Source>();

/** A source file and its syntax tree; each is parsed once for all rules. */
export const sourceOf = (file: string): Source => {
  const known = parsed.get(file);
  if (known) return known;
  const code = readFileSync(file, 'utf8');
  const source = { code, program: parseSync(file, code).program as unknown as Node };
  parsed.set(file, source);
  return source;
};
