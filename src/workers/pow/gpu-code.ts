import { SHA256_K } from '#domain/protocol/sha256.ts';

/** Nonces of one workgroup. */
export const GROUP_NONCES = 128;
/** an invocation's number has so many bits in a result; the bits of the id stand above them */
export const NUMBER_BITS = 22;

/** Places in the buffer `job`, in words; the keyed words of the tail follow. */
export const JOB = { early: 0, state: 8, words: 16, from: 32, least: 33, blocks: 34, tail: 64 } as const;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const TAIL_TURNS = 16;

/** One round (FIPS 180-4, section 6.2.2); instead of moving the eight variables on, each round names them anew. */
const round = (turn: number, keyed: string): string => {
  const [a, b, c, d, e, f, g, h] = NAMES.map((_, place) => NAMES[(place - turn + 64) % 8]);
  return (
    `t = ${h} + big1(${e}) + (((${f} ^ ${g}) & ${e}) ^ ${g}) + ${keyed}; ` +
    `${d} += t; ${h} = t + big0(${a}) + (((${a} ^ ${b}) & (${b} ^ ${c})) ^ ${b});`
  );
};

const eachName = (line: (name: string, place: number) => string): string => NAMES.map(line).join('\n');

/** The first round that is run for every nonce: a multiple of 8, before the changing words. */
export const firstRound = (at: number): number => (at - 1) & ~7;

/** The rounds of the block with the nonce from `first` on. */
const changingRounds = (first: number): string =>
  Array.from({ length: 64 - first }, (_, index) => {
    const turn = first + index;
    const word = (place: number) => `w${place % 16}`;
    const expand = `${word(turn)} += small0(${word(turn + 1)}) + ${word(turn + 9)} + small1(${word(turn + 14)});`;
    return `${turn < 16 ? '' : expand} ${round(turn, `${word(turn)} + ${SHA256_K[turn]! >>> 0}u`)}`;
  }).join('\n');

/**
 * The program of the graphics card (WGSL) for jobs whose inner digits end in the word `at` of their block: each invocation
 * tries one nonce of eight inner digits, which are the words `at - 1` and `at`. `best` becomes the most zero bits that an id
 * begins with, and the number of the invocation that found it.
 */
export const shaderOf = (at: number): string => `
@group(0) @binding(0) var<storage, read> job: array<u32>;
@group(0) @binding(1) var<storage, read_write> best: atomic<u32>;
fn turned(x: u32, by: u32) -> u32 { return (x >> by) | (x << (32u - by)); }
fn big0(x: u32) -> u32 { return turned(x, 2u) ^ turned(x, 13u) ^ turned(x, 22u); }
fn big1(x: u32) -> u32 { return turned(x, 6u) ^ turned(x, 11u) ^ turned(x, 25u); }
fn small0(x: u32) -> u32 { return turned(x, 7u) ^ turned(x, 18u) ^ (x >> 3u); }
fn small1(x: u32) -> u32 { return turned(x, 17u) ^ turned(x, 19u) ^ (x >> 10u); }
fn digits(x: u32) -> u32 {
  return 0x30303030u + ((x / 1000u) << 24u) + ((x / 100u % 10u) << 16u) + ((x / 10u % 10u) << 8u) + x % 10u;
}
@compute @workgroup_size(${GROUP_NONCES}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let nonce = job[${JOB.from}] + id.x;
  ${Array.from({ length: 16 }, (_, place) => `var w${place} = job[${JOB.words + place}];`).join('\n')}
  w${at - 1} = digits(nonce / 10000u);
  w${at} = digits(nonce % 10000u);
  var t: u32;
  ${eachName((name, place) => `var ${name} = job[${JOB.early + place}];`)}
  ${changingRounds(firstRound(at))}
  ${eachName((name, place) => `${name} += job[${JOB.state + place}];`)}
  var place = ${JOB.tail}u;
  for (var block = 0u; block < job[${JOB.blocks}]; block++) {
    ${eachName((name) => `let before_${name} = ${name};`)}
    for (let end = place + 64u; place < end; place += ${TAIL_TURNS}u) {
      ${Array.from({ length: TAIL_TURNS }, (_, turn) => round(turn, `job[place + ${turn}u]`)).join('\n')}
    }
    ${eachName((name) => `${name} += before_${name};`)}
  }
  let bits = countLeadingZeros(a);
  if (bits >= job[${JOB.least}]) { atomicMax(&best, (bits << ${NUMBER_BITS}u) | id.x); }
}`;
