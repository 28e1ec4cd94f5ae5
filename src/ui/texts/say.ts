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

const PLACE = '{}';

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const patternOf = (sentence: string): RegExp => new RegExp(`^${sentence.split(PLACE).map(escaped).join('(.*)')}$`, 's');

/**
 * Says what comes from below the views: sentences by the English ones, in which `{}` stands for a part that differs; the
 * parts come in the same order. Several in a row are said one by one; what is not known stays as it is.
 */
export const sayings = (sentences: Readonly<Record<string, string>>): ((english: string) => string) => {
  const patterns = Object.keys(sentences)
    .filter((sentence) => sentence.includes(PLACE))
    .map((sentence) => [patternOf(sentence), sentences[sentence]!] as const);
  const known = (english: string): string | undefined => {
    if (Object.hasOwn(sentences, english)) return sentences[english];
    for (const [pattern, said] of patterns) {
      const parts = pattern.exec(english)?.slice(1);
      if (parts) return said.split(PLACE).reduce((text, piece, index) => text + (parts[index - 1] ?? '') + piece);
    }
    return undefined;
  };
  const told = (english: string): string => {
    const whole = known(english);
    if (whole !== undefined) return whole;
    for (const { index } of english.matchAll(/(?<=[.!?…]) /g)) {
      const start = known(english.slice(0, index));
      if (start !== undefined) return `${start} ${told(english.slice(index + 1))}`;
    }
    return english;
  };
  return told;
};
