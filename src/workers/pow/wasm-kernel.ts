import { INNER_NONCES, innerWord, type InnerJob } from '#domain/pow-job.ts';
import { keyedWords, runRounds, SHA256_K } from '#domain/sha256.ts';
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
  type Code,
  type Words,
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
/** a to h, and one more */
const PER_STREAM = 9;

/** One stream of nonces in the code of a kernel: its locals and its places in the memory. */
const streamOf = (words: Words, index: number) => {
  const first = FIRST_VALUE + index * PER_STREAM;
  return {
    index,
    /** The local of the `place`th variable of the round, of a to h. */
    variable: (round: number, place: number) => first + ((place - round + 64) % 8),
    spare: first + 8,
    ring: RING + index * 16 * words.bytes,
    saved: SAVED + index * 8 * words.bytes,
  };
};

type Stream = ReturnType<typeof streamOf>;

const LETTERS = [0, 1, 2, 3, 4, 5, 6, 7];

/** The code of a kernel: `streams` of words side by side hide the latency of each other. */
const codeOf = (words: Words, streamCount: number): Uint8Array<ArrayBuffer> => {
  const { add, xor, and, rotate, shift } = words;
  const streams = Array.from({ length: streamCount }, (_, index) => streamOf(words, index));
  const zero = number(0);
  const each = (make: (stream: Stream) => Code): Code => streams.map(make);

  const big0 = (a: Code) => xor(xor(rotate(a, 2), rotate(a, 13)), rotate(a, 22));
  const big1 = (e: Code) => xor(xor(rotate(e, 6), rotate(e, 11)), rotate(e, 25));
  const small0 = (w: Code) => xor(xor(rotate(w, 7), rotate(w, 18)), shift(w, 3));
  const small1 = (w: Code) => xor(xor(rotate(w, 17), rotate(w, 19)), shift(w, 10));

  const round = (stream: Stream, turn: number, keyed: Code): Code => {
    const name = (place: number) => stream.variable(turn, place);
    const [a, b, c, , e, f, g, h] = LETTERS.map((place) => getLocal(name(place))) as [
      Code,
      Code,
      Code,
      Code,
      Code,
      Code,
      Code,
      Code,
    ];
    const choice = xor(and(xor(f, g), e), g);
    const majority = xor(and(xor(a, b), xor(b, c)), b);
    const first = getLocal(stream.spare);
    return [
      setLocal(stream.spare, add(add(add(h, keyed), choice), big1(e))),
      setLocal(name(3), add(getLocal(name(3)), first)),
      setLocal(name(7), add(add(majority, big0(a)), first)),
    ];
  };

  const loadState = (from: number): Code =>
    each((stream) => LETTERS.map((place) => setLocal(stream.variable(0, place), words.spread(zero, from + place * 4))));

  const fillRing: Code = each((stream) => [
    LETTERS.concat(LETTERS.map((place) => place + 8)).map((place) =>
      words.store(zero, stream.ring + place * words.bytes, words.spread(zero, BLOCK + place * 4)),
    ),
    words.store(
      loadNumber(zero, CHANGING),
      stream.ring,
      words.load(getLocal(CURRENT), TABLE + stream.index * words.bytes),
    ),
  ]);

  const byTurn = (turns: number, make: (turn: number, stream: Stream) => Code): Code =>
    Array.from({ length: turns }, (_, turn) => each((stream) => make(turn, stream)));

  const plainRounds: Code = [
    setLocal(AT, loadNumber(zero, FIRST_ROUND)),
    loopWhile(
      [
        byTurn(8, (turn, stream) =>
          round(
            stream,
            turn,
            add(
              words.load(shiftLeft(getLocal(AT), Math.log2(words.bytes)), stream.ring + turn * words.bytes),
              words.spread(shiftLeft(getLocal(AT), 2), CONSTANTS + turn * 4),
            ),
          ),
        ),
        setLocal(AT, plus(getLocal(AT), number(8))),
      ],
      isLess(getLocal(AT), number(16)),
    ),
  ];

  const ringAt = (stream: Stream, place: number) => words.load(zero, stream.ring + (place % 16) * words.bytes);
  const expandedRounds: Code = loopWhile(
    [
      byTurn(16, (turn, stream) => {
        const next = add(
          add(ringAt(stream, turn), ringAt(stream, turn + 9)),
          add(small0(ringAt(stream, turn + 1)), small1(ringAt(stream, turn + 14))),
        );
        const place = stream.ring + turn * words.bytes;
        return [
          words.store(zero, place, next),
          round(
            stream,
            turn,
            add(words.load(zero, place), words.spread(shiftLeft(getLocal(AT), 2), CONSTANTS + turn * 4)),
          ),
        ];
      }),
      setLocal(AT, plus(getLocal(AT), number(16))),
    ],
    isLess(getLocal(AT), number(64)),
  );

  const addBase: Code = each((stream) =>
    LETTERS.map((place) => {
      const local = stream.variable(0, place);
      return setLocal(local, add(getLocal(local), words.spread(zero, BASE + place * 4)));
    }),
  );

  const saveState: Code = each((stream) =>
    LETTERS.map((place) => words.store(zero, stream.saved + place * words.bytes, getLocal(stream.variable(0, place)))),
  );
  const addSaved: Code = each((stream) =>
    LETTERS.map((place) => {
      const local = stream.variable(0, place);
      return setLocal(local, add(getLocal(local), words.load(zero, stream.saved + place * words.bytes)));
    }),
  );
  const tailBlocks: Code = [
    setLocal(AT, number(TAIL)),
    loopWhile(
      [
        saveState,
        setLocal(STOP, plus(getLocal(AT), number(BLOCK_TAIL))),
        loopWhile(
          [
            byTurn(8, (turn, stream) => round(stream, turn, words.spread(getLocal(AT), turn * 4))),
            setLocal(AT, plus(getLocal(AT), number(32))),
          ],
          isLess(getLocal(AT), getLocal(STOP)),
        ),
        addSaved,
      ],
      isLess(getLocal(AT), loadNumber(zero, TAIL_END)),
    ),
  ];
  // a message without a block after the changing one has no tail
  const tail: Code = [isLess(number(TAIL), loadNumber(zero, TAIL_END)), 0x04, 0x40, tailBlocks, 0x0b];

  const test: Code = each((stream) =>
    returnIf(
      words.hasZero(and(getLocal(stream.variable(0, 0)), words.spread(zero, MASK))),
      plus(getLocal(CURRENT), number(stream.index * words.bytes)),
    ),
  );

  const body: Code = [
    loopWhile(
      [
        fillRing,
        loadState(STATE),
        plainRounds,
        expandedRounds,
        addBase,
        tail,
        test,
        setLocal(CURRENT, plus(getLocal(CURRENT), number(streamCount * words.bytes))),
      ],
      isLess(getLocal(CURRENT), getLocal(END)),
    ),
    number(-1),
  ];
  return moduleOf(localsOf([2, 0x7f], [streamCount * PER_STREAM, words.type]), body);
};

/** A kernel in WebAssembly; rejects where the browser cannot run it. */
export const createWasmKernel = async (name: string, words: Words, streams: number): Promise<PowKernel> => {
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
      put(STATE, runRounds(state, keyedWords(Int32Array.from({ length: 64 }, (_, t) => block[t] ?? 0)), 0, first));
      put(BASE, state);
      put(TAIL_END, [TAIL + tail.byteLength, first, at * words.bytes]);
      put(BLOCK, block);
      put(TAIL, tail);
    },
    search(from, bits) {
      put(MASK, [bits === 0 ? 0 : -1 << (32 - bits)]);
      const found = run(from * 4, INNER_NONCES * 4);
      return found < 0 ? undefined : found / 4;
    },
  };
};
