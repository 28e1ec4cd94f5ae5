import { isNode, sourceOf, type Node } from './source-files.ts';

const isFunction = (node: Node): boolean => /Function|MethodDefinition/.test(node.type);

/** Which catalogue each name of a file stands for: `import { relayTexts as words } from '#ui/texts/relays.ts'`. */
const importsOf = (program: Node, catalogue: object): Map<string, unknown> => {
  const areas = new Map<string, unknown>();
  for (const node of program['body'] as readonly Node[]) {
    if (node.type !== 'ImportDeclaration') continue;
    const area = /^#ui\/texts\/([\w-]+)\.ts$/.exec(String((node['source'] as Node)['value']))?.[1];
    if (area === undefined || !(area in catalogue)) continue;
    for (const specifier of node['specifiers'] as readonly Node[])
      areas.set(String((specifier['local'] as Node)['name']), catalogue[area as keyof typeof catalogue]);
  }
  return areas;
};

const isWord = (value: unknown): boolean => typeof value === 'string' || typeof value === 'function';

/** The words of the catalogue that a module reads while it is loaded, by line. */
export const wordsAtLoad = (file: string, catalogue: object): readonly string[] => {
  const { code, program } = sourceOf(file);
  const known = importsOf(program, catalogue);
  const found: string[] = [];
  const valueOf = (node: Node): unknown => {
    if (node.type === 'Identifier') return known.get(String(node['name']));
    if (node.type !== 'MemberExpression' || node['computed'] === true) return undefined;
    const object = valueOf(node['object'] as Node);
    return typeof object === 'object' && object !== null
      ? (object as Record<string, unknown>)[String((node['property'] as Node)['name'])]
      : undefined;
  };
  const declare = (pattern: Node, value: unknown): void => {
    if (pattern.type === 'Identifier') known.set(String(pattern['name']), value);
    if (pattern.type !== 'ObjectPattern' || typeof value !== 'object' || value === null) return;
    for (const property of pattern['properties'] as readonly Node[]) {
      const part = (value as Record<string, unknown>)[String((property['key'] as Node | undefined)?.['name'])];
      if (isWord(part)) found.push(code.slice(property.start).split('\n', 1)[0]!);
      declare(property['value'] as Node, part);
    }
  };
  const visit = (node: Node): void => {
    if (isFunction(node) || /^(Import|TS(?!As|Satisfies|NonNull))/.test(node.type)) return;
    if (node.type === 'VariableDeclarator' && isNode(node['init'])) declare(node['id'] as Node, valueOf(node['init']));
    if (node.type === 'MemberExpression' && isWord(valueOf(node)))
      found.push(code.slice(node.start).split('\n', 1)[0]!);
    for (const value of Object.values(node)) (Array.isArray(value) ? value : [value]).filter(isNode).forEach(visit);
  };
  visit(program);
  return found;
};
