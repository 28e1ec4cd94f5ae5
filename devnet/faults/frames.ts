/** One WebSocket frame as it came over the wire (RFC 6455). */
export type Frame = {
  readonly bytes: Buffer;
  /** what a whole text message says */
  readonly text: string | undefined;
  readonly isClose: boolean;
};

const TEXT = 0x81;
const CLOSE = 0x88;

type Head = { readonly length: number; readonly mask: Buffer | undefined; readonly payload: number };

/** Where the payload begins and how long it is; undefined while that cannot be told. */
function readHead(bytes: Buffer): Head | undefined {
  if (bytes.length < 2) return undefined;
  const second = bytes[1]!;
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const masked = (second & 0x80) !== 0;
  const start = 2 + lengthBytes + (masked ? 4 : 0);
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  return { length, mask: masked ? bytes.subarray(start - 4, start) : undefined, payload: start };
}

const unmasked = (bytes: Buffer, mask: Buffer | undefined): Buffer =>
  mask ? Buffer.from(bytes.map((byte, at) => byte ^ mask[at % 4]!)) : bytes;

/** Cuts a stream of bytes into whole frames. */
export function createFrameReader(): (chunk: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      const head = readHead(rest);
      const end = head ? head.payload + head.length : Infinity;
      if (!head || rest.length < end) return frames;
      const bytes = rest.subarray(0, end);
      const text = bytes[0] === TEXT ? unmasked(bytes.subarray(head.payload), head.mask).toString() : undefined;
      frames.push({ bytes, text, isClose: bytes[0] === CLOSE });
      rest = rest.subarray(end);
    }
  };
}

function encode(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.from([first, 126, length >> 8, length & 0xff]), payload]);
  const head = Buffer.alloc(10);
  head.writeUInt8(first, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** A text message of a server. */
export const textFrame = (text: string): Buffer => encode(TEXT, Buffer.from(text));

/** The close of a server. */
export const closeFrame = (code: number): Buffer => encode(CLOSE, Buffer.from([code >> 8, code & 0xff]));

/** Reserved bits and a reserved opcode. */
export const malformedFrame = Buffer.from([0xf3, 0x02, 0x01, 0x01]);
