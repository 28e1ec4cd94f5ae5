import type { CDPSession } from '@playwright/test';
import { encodeBech32 } from '#domain/protocol/bech32.ts';

/** The base64 digits that depend on these bytes alone, wherever in a longer text they begin. */
const base64At = (bytes: Buffer, offset: number): string => {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const [first, end] = [Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)];
  return digits.slice(first, end);
};

/** The ways in which a text may hold a secret key. */
export const encodingsOf = (hex: string): Record<string, string> => {
  const bytes = Buffer.from(hex, 'hex');
  const nsec = encodeBech32('nsec', bytes);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  const named: Record<string, string> = {
    hex,
    'hex in capitals': hex.toUpperCase(),
    nsec,
    'nsec in capitals': nsec.toUpperCase(),
    numbers: [...bytes].join(','),
    'number as decimal': BigInt(`0x${hex}`).toString(),
    'base64 of hex': Buffer.from(hex).toString('base64').replaceAll('=', ''),
  };
  base64.forEach((digits, offset) => {
    named[`base64 at ${offset}`] = digits;
    named[`base64url at ${offset}`] = digits.replaceAll('+', '-').replaceAll('/', '_');
  });
  return named;
};

/** The names of the encodings that a text holds. */
export const findEncodings = (text: string, hex: string): string[] =>
  Object.entries(encodingsOf(hex))
    .filter(([, encoded]) => text.includes(encoded))
    .map(([name]) => name);

/**
 * All that the main thread remembers, as V8 tells it; what is not used any more is thrown away before. The profiler has to
 * be on (`HeapProfiler.enable`), and stay so for `findBytes`.
 */
export const takeHeap = async (session: CDPSession): Promise<string> => {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const chunks: string[] = [];
  const collect = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: true });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  return chunks.join('');
};

type Snapshot = {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly edge_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
};

const BYTE_HOLDER = /^(ArrayBuffer|DataView|(Uint|Int|BigUint|BigInt|Float)\w*Array)$/;
/** type, name or index, and target of an edge */
const EDGE_FIELDS = 3;

/** For each scope with a buffer or an array of bytes in a variable one function in it, by the ids of the heap. */
const closuresOverBytes = (heap: string): string[] => {
  const { snapshot, nodes, edges, strings } = JSON.parse(heap) as Snapshot;
  const fields = snapshot.meta.node_fields;
  const [name, id, count] = ['name', 'id', 'edge_count'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ];
  const types = snapshot.meta.edge_types[0];
  const nameOf = (node: number) => strings[nodes[node + name]!]!;
  const forEachEdge = (look: (from: number, type: string, at: number, to: number) => void) => {
    let edge = 0;
    for (let node = 0; node < nodes.length; node += fields.length)
      for (let left = nodes[node + count]!; left > 0; left -= 1, edge += EDGE_FIELDS)
        look(node, types[edges[edge]!]!, edges[edge + 1]!, edges[edge + 2]!);
  };
  const scopes = new Set<number>();
  forEachEdge((from, type, _, to) => {
    if (type === 'context' && BYTE_HOLDER.test(nameOf(to))) scopes.add(from);
  });
  const ids: string[] = [];
  forEachEdge((from, type, at, to) => {
    // to look a function up takes a walk through the whole heap
    if (type === 'internal' && strings[at] === 'context' && scopes.delete(to)) ids.push(String(nodes[from + id]));
  });
  return ids;
};

/** Which keys lie as bytes in what these objects, lists of objects or scopes hold; runs in the page, so it stands alone. */
const searchThese = (hexes: readonly string[], ...lists: readonly ArrayLike<unknown>[]): string[] => {
  const keys = hexes.map((hex) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  const [found, seen] = [new Set<string>(), new Set<unknown>()];
  const bytesOf = (value: unknown): readonly unknown[] | Uint8Array => {
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer);
    return Array.isArray(value) ? (value as unknown[]) : [];
  };
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const place = ArrayBuffer.isView(value) ? value.buffer : value;
    if (seen.has(place)) return;
    seen.add(place);
    const bytes = bytesOf(value) as unknown[];
    keys.forEach((key, index) => {
      for (let at = bytes.indexOf(key[0]); at >= 0; at = bytes.indexOf(key[0], at + 1))
        if (key.every((byte, offset) => bytes[at + offset] === byte)) found.add(hexes[index]!);
    });
  };
  for (const list of lists)
    for (const holder of Array.from(list)) {
      look(holder);
      if ((typeof holder !== 'object' && typeof holder !== 'function') || holder === null) continue;
      if (holder instanceof Map || holder instanceof Set) [...holder].flat().forEach(look);
      for (const key of Reflect.ownKeys(holder)) {
        const held = Object.getOwnPropertyDescriptor(holder, key);
        if (held && 'value' in held) look(held.value);
      }
    }
  return [...found];
};

/** The variables of the functions around this one, as an object in the page. */
const scopesOf = async (session: CDPSession, id: string): Promise<string | undefined> => {
  // functions of the browser itself and of the test's own world cannot be had
  const closure = await session.send('HeapProfiler.getObjectByHeapObjectId', { objectId: id }).catch(() => undefined);
  if (closure?.result.objectId === undefined) return undefined;
  const { internalProperties } = await session.send('Runtime.getProperties', { objectId: closure.result.objectId });
  const scopes = internalProperties?.find(({ name }) => name === '[[Scopes]]')?.value?.objectId;
  if (scopes === undefined) return undefined;
  const variables = await session.send('Runtime.callFunctionOn', {
    objectId: scopes,
    functionDeclaration: 'function () { return Array.from(this, ({ object }) => object); }',
  });
  return variables.result.objectId;
};

/** Which of the keys lie as bytes in an array, a buffer, a property of any living object or a variable of any function. */
export const findBytes = async (session: CDPSession, heap: string, hexes: readonly string[]): Promise<string[]> => {
  const { result } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! });
  const scopes = await Promise.all(closuresOverBytes(heap).map((id) => scopesOf(session, id)));
  const lists = [objects.objectId!, ...scopes.filter((id) => id !== undefined)];
  const answer = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: searchThese.toString(),
    arguments: [{ value: hexes }, ...lists.map((objectId) => ({ objectId }))],
    returnByValue: true,
  });
  if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
  return answer.result.value as string[];
};
