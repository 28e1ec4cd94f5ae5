/** Bytes of WebAssembly, still in the order in which they were put together. */
export type Code = readonly (number | Code)[];

const bytesOf = (code: Code, bytes: number[] = []): number[] => {
  for (const part of code) {
    if (typeof part === 'number') bytes.push(part);
    else bytesOf(part, bytes);
  }
  return bytes;
};

/** LEB128, unsigned. */
const unsigned = (value: number): number[] => {
  const bytes = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
};

/** LEB128, signed. */
const signed = (value: number): number[] => {
  const bytes = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && !(low & 0x40)) || (rest === -1 && low & 0x40)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
};

export const getLocal = (index: number): Code => [0x20, unsigned(index)];
export const setLocal = (index: number, value: Code): Code => [value, 0x21, unsigned(index)];
export const number = (value: number): Code => [0x41, signed(value)];
export const plus = (left: Code, right: Code): Code => [left, right, 0x6a];
export const shiftLeft = (value: Code, by: number): Code => [value, number(by), 0x74];
export const loadNumber = (address: Code, offset: number): Code => [address, 0x28, 2, unsigned(offset)];
/** Runs the body again for as long as the condition, worked out after it, is not 0. */
export const loopWhile = (body: Code, condition: Code): Code => [0x03, 0x40, body, condition, 0x0d, 0, 0x0b];
export const isLess = (left: Code, right: Code): Code => [left, right, 0x48];
export const when = (condition: Code, body: Code): Code => [condition, 0x04, 0x40, body, 0x0b];
export const returnIf = (condition: Code, value: Code): Code => when(condition, [value, 0x0f]);

/** How words of SHA-256 are worked on: one at a time, or four side by side. */
export type WordLayout = {
  /** nonces worked on at once by one stream */
  readonly lanes: 1 | 4;
  readonly bytes: 4 | 16;
  readonly type: number;
  load(address: Code, offset: number): Code;
  /** the 32-bit number at the address in all lanes */
  spread(address: Code, offset: number): Code;
  store(address: Code, offset: number, value: Code): Code;
  add(left: Code, right: Code): Code;
  xor(left: Code, right: Code): Code;
  and(left: Code, right: Code): Code;
  rotate(value: Code, by: number): Code;
  shift(value: Code, by: number): Code;
  /** not 0 when a lane of the value is 0 */
  hasZero(value: Code): Code;
};

const simd = (...opcode: number[]): number[] => [0xfd, ...opcode];

/** One nonce at a time; runs wherever WebAssembly does. */
export const scalarWords: WordLayout = {
  lanes: 1,
  bytes: 4,
  type: 0x7f,
  load: loadNumber,
  spread: loadNumber,
  store: (address, offset, value) => [address, value, 0x36, 2, unsigned(offset)],
  add: plus,
  xor: (left, right) => [left, right, 0x73],
  and: (left, right) => [left, right, 0x71],
  rotate: (value, by) => [value, number(by), 0x78],
  shift: (value, by) => [value, number(by), 0x76],
  hasZero: (value) => [value, 0x45],
};

const shiftUp = (value: Code, by: number): Code => [value, number(by), simd(0xab, 0x01)];
const shiftDown = (value: Code, by: number): Code => [value, number(by), simd(0xad, 0x01)];
const xorLanes = (left: Code, right: Code): Code => [left, right, simd(0x51)];
const ZERO_LANES: Code = [number(0), simd(0x11)];

/** Four nonces at a time, by the SIMD of WebAssembly. */
export const simdWords: WordLayout = {
  lanes: 4,
  bytes: 16,
  type: 0x7b,
  load: (address, offset) => [address, simd(0x00), 4, unsigned(offset)],
  spread: (address, offset) => [address, simd(0x09), 2, unsigned(offset)],
  store: (address, offset, value) => [address, value, simd(0x0b), 4, unsigned(offset)],
  add: (left, right) => [left, right, simd(0xae, 0x01)],
  xor: xorLanes,
  and: (left, right) => [left, right, simd(0x4e)],
  rotate: (value, by) => xorLanes(shiftDown(value, by), shiftUp(value, 32 - by)),
  shift: shiftDown,
  hasZero: (value) => [value, ZERO_LANES, simd(0x37), simd(0x53)],
};

const section = (id: number, content: Code): Code => {
  const bytes = bytesOf(content);
  return [id, unsigned(bytes.length), bytes];
};

/** A module of one function `run(from, to): number` over the memory `env.memory`. */
export const moduleOf = (locals: Code, body: Code): Uint8Array<ArrayBuffer> => {
  const code = bytesOf([locals, body, 0x0b]);
  const name = (text: string): Code => [text.length, Array.from(text, (letter) => letter.charCodeAt(0))];
  return Uint8Array.from(
    bytesOf([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, [1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f]),
      section(2, [1, name('env'), name('memory'), 2, 0, 1]),
      section(3, [1, 0]),
      section(7, [1, name('run'), 0, 0]),
      section(10, [1, unsigned(code.length), code]),
    ]),
  );
};

/** The declaration of locals: counts and types. */
export const localsOf = (...groups: readonly (readonly [count: number, type: number])[]): Code => [
  groups.length,
  groups.map(([count, type]) => [unsigned(count), type]),
];
