import { INNER_NONCES, innerWord, type InnerJob } from '#domain/pow/pow-job.ts';
import { keyedWords, runRounds, SHA256_K } from '#domain/protocol/sha256.ts';
import type { PowKernel } from './kernel.ts';
import {
  getLocal,
  isLess,
  loadNumber,
  localsOf,
  loopWhile,
  moduleOf,
  number,
  plus,
  returnIf,
  setLocal,
  shiftLeft,
  when,
  type Code,
  type WordLayout,
} from './wasm-code.ts';

// Addresses in the memory of a kernel, in bytes.
/** the state before the first round that is run for every nonce */
const STATE = 0;
/** the state before the block, which is added after its rounds */
const BASE = 32;
const MASK = 64;
const TAIL_END = 68;
/** the first round that is run for every nonce: 0 or 8 */
const FIRST_ROUND = 72;
/** where the changing word stands in RING */
const CHANGING = 76;
const BLOCK = 256;
const CONSTANTS = 512;
/** the word of each inner nonce */
const TABLE = 1_024;
const RING = 41_472;
const SAVED = 42_240;
const TAIL = 43_008;

const PAGE = 65_536;
const BLOCK_TAIL = 256;

// Locals: 0 and 1 are the parameters (offsets in TABLE), 2 and 3 count.
const [CURRENT, END, AT, STOP] = [0, 1, 2, 3];
const FIRST_VALUE = 4;
/** a to h, and two more */
const PER_STREAM = 10;

/** One stream of nonces in the code of a kernel: its locals and its places in the memory. */
const streamOf = (words: WordLayout, index: number) => {
  const first = FIRST_VALUE + index * PER_STREAM;
  return {
    index,
    /** The local of the `place`th variable of the round, of a to h. */
    variable: (round: number, place: number) => first + ((place - round + 64) % 8),
    sum: first + 8,
    mixed: first + 9,
    ring: RING + index * 16 * words.bytes,
    saved: SAVED + index * 8 * words.bytes,
  };
};

type Stream = ReturnType<typeof streamOf>;

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const ZERO = number(0);

const changeEach = (stream: Stream, change: (value: Code, place: number) => Code): Code =>
  PLACES.map((place) => {
    const local = stream.variable(0, place);
    return setLocal(local, change(getLocal(local), place));
  });

/** The parts of SHA-256 as code (FIPS 180-4, section 4.1.2). */
const roundCode = ({ add, xor, and, rotate, shift }: WordLayout) => {
  const big = (word: Code, ...by: readonly [number, number, number]) =>
    xor(xor(rotate(word, by[0]), rotate(word, by[1])), rotate(word, by[2]));
  return {
    small0: (word: Code) => xor(xor(rotate(word, 7), rotate(word, 18)), shift(word, 3)),
    small1: (word: Code) => xor(xor(rotate(word, 17), rotate(word, 19)), shift(word, 10)),
    /** One round; instead of moving the eight variables on, each round names them anew. */
    round(stream: Stream, turn: number, keyed: Code): Code {
      const get = (place: number) => getLocal(stream.variable(turn, place));
      const set = (place: number, value: Code) => setLocal(stream.variable(turn, place), value);
      const choice = xor(and(xor(get(5), get(6)), get(4)), get(6));
      const majority = xor(and(xor(get(0), get(1)), xor(get(1), get(2))), get(1));
      const [sum, mixed] = [getLocal(stream.sum), getLocal(stream.mixed)];
      // `mixed` comes last in both sums though that is one addition more: what it takes longest is waited for least
      return [
        setLocal(stream.sum, add(add(get(7), keyed), choice)),
        setLocal(stream.mixed, big(get(4), 6, 11, 25)),
        set(3, add(add(get(3), sum), mixed)),
        set(7, add(add(add(majority, sum), big(get(0), 2, 13, 22)), mixed)),
      ];
    },
  };
};

/** The rounds of the block that holds the nonce. */
const changingBlock = (words: WordLayout, streams: readonly Stream[]): Code => {
  const { add, load, spread, store, bytes } = words;
  const { small0, small1, round } = roundCode(words);
  const turns = (count: number, make: (turn: number, stream: Stream) => Code): Code =>
    Array.from({ length: count }, (_, turn) => streams.map((stream) => make(turn, stream)));
  const constant = (turn: number) => spread(shiftLeft(getLocal(AT), 2), CONSTANTS + turn * 4);
  const inRing = (stream: Stream, place: number) => stream.ring + (place % 16) * bytes;
  const fill = streams.map((stream) => [
    Array.from({ length: 16 }, (_, place) => store(ZERO, inRing(stream, place), spread(ZERO, BLOCK + place * 4))),
    store(loadNumber(ZERO, CHANGING), stream.ring, load(getLocal(CURRENT), TABLE + stream.index * bytes)),
    changeEach(stream, (_, place) => spread(ZERO, STATE + place * 4)),
  ]);
  const given = turns(8, (turn, stream) => {
    const word = load(shiftLeft(getLocal(AT), Math.log2(bytes)), inRing(stream, turn));
    return round(stream, turn, add(word, constant(turn)));
  });
  const expanded = turns(16, (turn, stream) => {
    const word = (place: number) => load(ZERO, inRing(stream, place));
    const next = add(add(word(turn), word(turn + 9)), add(small0(word(turn + 1)), small1(word(turn + 14))));
    return [store(ZERO, inRing(stream, turn), next), round(stream, turn, add(word(turn), constant(turn)))];
  });
  const countTo = (end: number, by: number, body: Code): Code =>
    loopWhile([body, setLocal(AT, plus(getLocal(AT), number(by)))], isLess(getLocal(AT), number(end)));
  return [
    fill,
    setLocal(AT, loadNumber(ZERO, FIRST_ROUND)),
    countTo(16, 8, given),
    countTo(64, 16, expanded),
    streams.map((stream) => changeEach(stream, (value, place) => add(value, spread(ZERO, BASE + place * 4)))),
  ];
};

/** The rounds of the blocks after it, whose words are known. */
const tailBlocks = (words: WordLayout, streams: readonly Stream[]): Code => {
  const { add, load, spread, store, bytes } = words;
  const { round } = roundCode(words);
  const saved = (stream: Stream, place: number) => stream.saved + place * bytes;
  const end = loadNumber(ZERO, TAIL_END);
  const block: Code = [
    streams.map((stream) =>
      PLACES.map((place) => store(ZERO, saved(stream, place), getLocal(stream.variable(0, place)))),
    ),
    setLocal(STOP, plus(getLocal(AT), number(BLOCK_TAIL))),
    loopWhile(
      [
        PLACES.map((turn) => streams.map((stream) => round(stream, turn, spread(getLocal(AT), turn * 4)))),
        setLocal(AT, plus(getLocal(AT), number(32))),
      ],
      isLess(getLocal(AT), getLocal(STOP)),
    ),
    streams.map((stream) => changeEach(stream, (value, place) => add(value, load(ZERO, saved(stream, place))))),
  ];
  // a message may end in the changing block
  return when(isLess(number(TAIL), end), [setLocal(AT, number(TAIL)), loopWhile(block, isLess(getLocal(AT), end))]);
};

/** The code of a kernel: `streamCount` streams of words side by side hide the latency of each other. */
const codeOf = (words: WordLayout, streamCount: number): Uint8Array<ArrayBuffer> => {
  const streams = Array.from({ length: streamCount }, (_, index) => streamOf(words, index));
  const test = streams.map((stream) =>
    returnIf(
      words.hasZero(words.and(getLocal(stream.variable(0, 0)), words.spread(ZERO, MASK))),
      plus(getLocal(CURRENT), number(stream.index * words.bytes)),
    ),
  );
  const next = setLocal(CURRENT, plus(getLocal(CURRENT), number(streamCount * words.bytes)));
  const body = loopWhile(
    [changingBlock(words, streams), tailBlocks(words, streams), test, next],
    isLess(getLocal(CURRENT), getLocal(END)),
  );
  return moduleOf(localsOf([2, 0x7f], [streamCount * PER_STREAM, words.type]), [body, number(-1)]);
};

/** A kernel in WebAssembly; rejects where the browser cannot run it. */
export const createWasmKernel = async (name: string, words: WordLayout, streams: number): Promise<PowKernel> => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { instance } = await WebAssembly.instantiate(codeOf(words, streams), { env: { memory } });
  const run = instance.exports['run'] as (from: number, to: number) => number;
  let numbers = new Int32Array(memory.buffer);
  const put = (address: number, values: ArrayLike<number>) => numbers.set(values, address / 4);
  const reserve = (bytes: number) => {
    const missing = bytes - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / PAGE));
    numbers = new Int32Array(memory.buffer);
  };
  put(CONSTANTS, SHA256_K);
  put(
    TABLE,
    Array.from({ length: INNER_NONCES }, (_, inner) => innerWord(inner)),
  );
  return {
    name,
    group: words.lanes,
    load({ words: block, at, state, tail }: InnerJob) {
      const first = at < 8 ? 0 : 8;
      reserve(TAIL + tail.byteLength);
      put(STATE, runRounds(state, keyedWords(block), 0, first));
      put(BASE, state);
      put(TAIL_END, [TAIL + tail.byteLength, first, at * words.bytes]);
      put(BLOCK, block);
      put(TAIL, tail);
    },
    search(from, bits, to = INNER_NONCES) {
      put(MASK, [bits === 0 ? 0 : -1 << (32 - bits)]);
      const found = run(from * 4, to * 4);
      return found < 0 ? undefined : found / 4;
    },
  };
};
