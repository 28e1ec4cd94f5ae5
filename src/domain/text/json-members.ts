type Member = { readonly key: string; readonly raw: string };

const skipBlank = (text: string, from: number): number => {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
};

/** Behind the closing quote of the string that begins here. */
const skipString = (text: string, from: number): number => {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

/** At the comma or brace behind the value that begins here. */
const skipValue = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; ;) {
    const letter = text[at];
    if (depth === 0 && (letter === ',' || letter === '}')) return at;
    if (letter === '{' || letter === '[') depth += 1;
    if (letter === '}' || letter === ']') depth -= 1;
    at = letter === '"' ? skipString(text, at) : at + 1;
  }
};

const membersOf = (text: string): readonly Member[] => {
  const members: Member[] = [];
  let at = skipBlank(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const keyEnd = skipString(text, at);
    const end = skipValue(text, skipBlank(text, text.indexOf(':', keyEnd) + 1));
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, raw: text.slice(at, end).trimEnd() });
    at = skipBlank(text, text[end] === ',' ? end + 1 : end);
  }
  return members;
};

/**
 * The text of a JSON object with other values of some members; undefined takes one out, a new one comes last. All other
 * members stay as they are written, letter by letter: reading and writing them would round their numbers and move some.
 */
export const editedMembers = (text: string, changes: Readonly<Record<string, string | undefined>>): string => {
  const written = (key: string) => {
    const value = changes[key];
    return value === undefined ? [] : [`${JSON.stringify(key)}:${JSON.stringify(value)}`];
  };
  const known = membersOf(text);
  const kept = known.flatMap(({ key, raw }) => (Object.hasOwn(changes, key) ? written(key) : [raw]));
  const added = Object.keys(changes).filter((key) => known.every((member) => member.key !== key));
  return `{${[...kept, ...added.flatMap(written)].join(',')}}`;
};
