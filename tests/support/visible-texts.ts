import { isNode, sourceOf, type Node } from './source-files.ts';

/** A text in the source that a person would see or hear. */
export type VisibleText = { readonly file: string; readonly line: number; readonly text: string };

/** Attributes, and properties of components, whose value is read or heard. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint|why|lead|heading|confirm|summary|caption|message|what|text)$/;

const LETTERS = /\p{L}{2}/u;
/** Starts like a sentence or a title, or ends like one. */
const SENTENCE = /^\P{L}*\p{Lu}\p{Ll}|\p{L}[^<]* [^<]*[.…!?]$/u;

const childrenOf = (node: Node): readonly Node[] =>
  Object.entries(node)
    .filter(([key]) => key !== 'typeAnnotation' && key !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

const textOf = (quasi: Node): string => (quasi['value'] as { cooked: string }).cooked;

/** The strings an expression may give, as far as they are written in it; `{}` stands for what comes at run time. */
const written = (node: Node): readonly (readonly [Node, string])[] => {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [[node, node['value']]] : [];
    case 'TemplateLiteral':
      return [[node, (node['quasis'] as readonly Node[]).map(textOf).join('{}')]];
    case 'ConditionalExpression':
      return [...written(node['consequent'] as Node), ...written(node['alternate'] as Node)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node['operator'] === '+' || node.type === 'LogicalExpression'
        ? [...written(node['left'] as Node), ...written(node['right'] as Node)]
        : [];
    case 'JSXExpressionContainer':
      return written(node['expression'] as Node);
    default:
      return [];
  }
};

const nameOf = (node: Node | undefined): string => {
  const name = node?.['name'] ?? node?.['value'];
  return typeof name === 'string' ? name : '';
};

/** No view says what stands here: names of modules and of their parts, types, keys of the keyboard, errors of programming. */
const isSilent = (node: Node): boolean =>
  /^(Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type) ||
  (node.type === 'Property' && nameOf(node['key'] as Node) === 'description') ||
  (node.type === 'NewExpression' && nameOf(node['callee'] as Node).endsWith('Error')) ||
  (node.type === 'CallExpression' && nameOf(node['callee'] as Node) === 'lazyView') ||
  (node.type === 'BinaryExpression' && /^[=!]==$/.test(String(node['operator']))) ||
  (node.type === 'JSXAttribute' && /^(className|aria-keyshortcuts)$/.test(nameOf(node['name'] as Node)));

/** Every text in a file that a person would see: words between tags, labels, titles, and whatever reads like a sentence. */
export const visibleTexts = (file: string): readonly VisibleText[] => {
  const { code, program } = sourceOf(file);
  const found = new Map<number, VisibleText>();
  const add = ([node, text]: readonly [Node, string], rule: RegExp) => {
    if (!rule.test(text)) return;
    found.set(node.start, { file, line: code.slice(0, node.start).split('\n').length, text: text.trim() });
  };
  const visit = (node: Node) => {
    if (node.type === 'JSXText') return add([node, String(node['value'])], LETTERS);
    if (isSilent(node)) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node['children'] as readonly Node[]) for (const text of written(child)) add(text, LETTERS);
    if (node.type === 'JSXAttribute' && SPOKEN.test(nameOf(node['name'] as Node)) && isNode(node['value']))
      for (const text of written(node['value'])) add(text, LETTERS);
    for (const text of written(node)) add(text, SENTENCE);
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return [...found.values()];
};
