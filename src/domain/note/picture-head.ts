/** What the first bytes of a picture tell, before anything is decoded. Sizes in px. */
export type PictureHead = {
  readonly kind: 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'avif';
  readonly width: number;
  readonly height: number;
};

const text = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

const png = (view: DataView): PictureHead | undefined =>
  text(view, 1, 3) === 'PNG' ? { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) } : undefined;

const gif = (view: DataView): PictureHead | undefined =>
  text(view, 0, 4) === 'GIF8'
    ? { kind: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
    : undefined;

const bmp = (view: DataView): PictureHead | undefined =>
  text(view, 0, 2) === 'BM'
    ? { kind: 'bmp', width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
    : undefined;

/** Frame headers; C4, C8 and CC are other segments. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const jpeg = (view: DataView): PictureHead | undefined => {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { kind: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // fill bytes stand alone
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
};

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;

const webp = (view: DataView): PictureHead | undefined => {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP') return undefined;
  const chunk = text(view, 12, 4);
  if (chunk === 'VP8X') return { kind: 'webp', width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { kind: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ') return undefined;
  return { kind: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
};

/** How far into an AVIF file its sizes are looked for. */
const AVIF_HEAD_BYTES = 65_536;

/** The largest of the sizes an AVIF names: of the whole, its tiles and its transparency. */
const avif = (view: DataView): PictureHead | undefined => {
  if (text(view, 4, 4) !== 'ftyp' || !/^avi[fs]$/.test(text(view, 8, 4))) return undefined;
  let size = { width: 0, height: 0 };
  for (let at = 12; at + 16 <= Math.min(view.byteLength, AVIF_HEAD_BYTES); at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (width * height > size.width * size.height) size = { width, height };
  }
  return size.width === 0 ? undefined : { kind: 'avif', ...size };
};

/** Reads the kind and the size of a picture; undefined for what is none of these kinds, cut short or without a size. */
export const pictureHead = (bytes: Uint8Array): PictureHead | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const read of [png, jpeg, gif, webp, bmp, avif]) {
    try {
      const head = read(view);
      if (head) return head.width > 0 && head.height > 0 ? head : undefined;
    } catch {
      // too short for this kind
    }
  }
  return undefined;
};
