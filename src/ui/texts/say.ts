/** The same keys with words of another language; what is left out is said in English. */
export type Words<Text> = Text extends string
  ? string
  : Text extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : Text extends readonly unknown[]
      ? { readonly [Part in keyof Text]: string }
      : { readonly [Key in keyof Text]?: Words<Text[Key]> };

/** Words for every problem of these; each missing one is an error of the compiler. */
export type ProblemWords<Problem extends { readonly code: string }> = {
  readonly [Code in Problem['code']]: string | ((problem: Extract<Problem, { readonly code: Code }>) => string);
};

/** A problem in its words. */
export const wordsFor = <Problem extends { readonly code: string }>(
  words: ProblemWords<Problem>,
  problem: Problem,
): string => {
  const found = words[problem.code as Problem['code']] as string | ((problem: Problem) => string);
  return typeof found === 'string' ? found : found(problem);
};

type Tree = { [key: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

const copyOf = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, isTree(value) ? copyOf(value) : value]));

const put = (tree: Tree, words: Tree): void => {
  for (const [key, word] of Object.entries(words)) {
    const place = tree[key];
    if (isTree(place) && isTree(word)) put(place, word);
    else tree[key] = word;
  }
};

type Spoken = { readonly app: { readonly language: string; readonly direction: string } };

/** Lets a catalogue speak other languages: the words change in place, for views hold on to its parts. */
export const say = <Catalogue extends Spoken>(catalogue: Catalogue): ((words: Words<Catalogue>) => void) => {
  const first = copyOf(catalogue);
  return (words) => {
    put(catalogue, first);
    put(catalogue, words as Tree);
    const { language, direction } = catalogue.app;
    Object.assign(document.documentElement, { lang: language, dir: direction });
  };
};
