import { encode } from 'uqr';
import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { defineCamera, type CameraPlace } from '#actors/scan/camera.ts';
import { cutIntoParts } from '#domain/ecash/codes/ur-parts.ts';
import type { ScanWish } from '#domain/scan/scan.ts';
import { scannerMachine } from '#machines/scan/scanner.machine.ts';

const CODE = `nostr+walletconnect://${'ab'.repeat(32)}?relay=wss%3A%2F%2Frelay.example&secret=${'cd'.repeat(32)}`;
const MODULE = 4;

/** A grey wall with a code on it, as a camera gives it. */
const pictureOf = (text: string | undefined) => {
  const { data, size } = encode(text ?? 'x', { ecc: 'M', border: 4 });
  const side = (size + 20) * MODULE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(120);
  if (text === undefined) return { side, pixels };
  for (let y = 0; y < size * MODULE; y += 1)
    for (let x = 0; x < size * MODULE; x += 1) {
      const shade = data[Math.floor(y / MODULE)]![Math.floor(x / MODULE)] ? 30 : 220;
      pixels.set([shade, shade, shade, 255], ((y + 10 * MODULE) * side + x + 10 * MODULE) * 4);
    }
  return { side, pixels };
};

const createWorld = ({
  shown = undefined as string | undefined,
  refuses = '',
  detector = false,
  wish = 'pairing' as ScanWish,
} = {}) => {
  const picture = { text: shown };
  const tracks: EventTarget[] = [];
  const stopped: EventTarget[] = [];
  const getUserMedia = vi.fn(async () => {
    if (refuses !== '') throw Object.assign(new Error('no'), { name: refuses });
    const track = Object.assign(new EventTarget(), { stop: () => void stopped.push(track) });
    tracks.push(track);
    return { getTracks: () => [track] };
  });
  const canvas = { width: 0, height: 0, getContext: () => ({ drawImage: () => {}, getImageData }) };
  const getImageData = () => ({ data: pictureOf(picture.text).pixels });
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => (picture.text === undefined ? [] : [{ rawValue: picture.text }]);
  }
  const place = {
    navigator: { mediaDevices: { getUserMedia } },
    document: { createElement: () => canvas },
    ...(detector && { BarcodeDetector }),
  } as unknown as CameraPlace;
  const video = {
    srcObject: null,
    play: async () => {},
    get videoWidth() {
      return pictureOf(picture.text).side;
    },
    get videoHeight() {
      return pictureOf(picture.text).side;
    },
  } as unknown as HTMLVideoElement;
  const scanner = createActor(scannerMachine.provide({ actors: { camera: defineCamera(place) } })).start();
  scanner.send({ type: 'scan.open', wish });
  scanner.send({ type: 'scan.show', video });
  const reached = (tag: 'looking' | 'other' | 'found' | 'failed') =>
    vi.waitFor(() => expect(scanner.getSnapshot().hasTag(tag)).toBe(true), { timeout: 10_000 });
  return { picture, tracks, stopped, video, scanner, reached, place };
};

describe('the camera', () => {
  it.each([false, true])('reads a pairing code and goes out (the browser reads: %s)', async (detector) => {
    const { scanner, reached, stopped, tracks, video } = createWorld({ shown: CODE, detector });
    await reached('found');
    expect(scanner.getSnapshot().context.code?.take()).toBe(CODE);
    expect(stopped).toEqual(tracks);
    expect(video.srcObject).toBeNull();
  });

  it('collects the parts of ecash that moves, and says how far it is', async () => {
    const token = `cashuB${'abcd'.repeat(120)}`;
    const { part, count } = cutIntoParts(token);
    const { scanner, picture, reached } = createWorld({ detector: true, wish: 'token' });
    for (let number = 2; number <= count + 1; number += 1) {
      picture.text = part(number === count + 1 ? 1 : number).toUpperCase();
      if (number <= count)
        await vi.waitFor(() => expect(scanner.getSnapshot().context.parts).toEqual({ known: number - 1, count }));
    }
    await reached('found');
    expect(scanner.getSnapshot().context.code?.take()).toBe(token);
  });

  it('says that a code is something else, and goes on looking', async () => {
    const { scanner, reached, picture } = createWorld({ shown: 'https://example.com' });
    await reached('other');
    expect(JSON.stringify(scanner.getSnapshot().context)).not.toContain('example.com');
    picture.text = CODE;
    await reached('found');
  });

  it('goes out when it is closed, also when the browser still asks the user', async () => {
    const { scanner, reached, stopped, video } = createWorld();
    await reached('looking');
    expect(video.srcObject).not.toBeNull();
    scanner.send({ type: 'scan.close' });
    expect(stopped).toHaveLength(1);
    scanner.send({ type: 'scan.open', wish: 'pairing' });
    scanner.send({ type: 'scan.close' });
    await vi.waitFor(() => expect(stopped).toHaveLength(2));
  });

  it.each([
    ['NotAllowedError', 'camera-refused'],
    ['NotFoundError', 'no-camera'],
  ])('that is not given (%s) is said', async (refuses, code) => {
    const { scanner, reached } = createWorld({ refuses });
    await reached('failed');
    expect(scanner.getSnapshot().context.problem).toEqual({ code });
  });

  it('that is pulled out is said, and one where there are none', async () => {
    const { scanner, reached, tracks, place } = createWorld();
    await reached('looking');
    tracks[0]!.dispatchEvent(new Event('ended'));
    await reached('failed');
    expect(scanner.getSnapshot().context.problem).toEqual({ code: 'camera-busy' });
    Object.assign(place, { navigator: {} });
    scanner.send({ type: 'scan.open', wish: 'pairing' });
    await vi.waitFor(() => expect(scanner.getSnapshot().context.problem).toEqual({ code: 'no-camera' }));
  });
});
