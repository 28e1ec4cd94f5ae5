import { PICTURE_SIDE_MOST } from '#domain/scan/scan-limits.ts';

/** Reads the text of a QR code out of the picture that a video shows now; undefined when there is none to be read. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The page, as far as codes are read by it. Some browsers read them by themselves. */
export type QrPlace = { readonly document: Pick<Document, 'createElement'>; readonly BarcodeDetector?: unknown };

type Detector = { detect(picture: unknown): Promise<readonly { readonly rawValue?: unknown }[]> };
type DetectorClass = { new (options: object): Detector; getSupportedFormats?(): Promise<readonly string[]> };

/** The browser's own reader; undefined where it has none, or none for these codes. */
const ownReader = async ({ BarcodeDetector }: QrPlace): Promise<QrReader | undefined> => {
  if (typeof BarcodeDetector !== 'function') return undefined;
  const Detector = BarcodeDetector as unknown as DetectorClass;
  const formats = (await Detector.getSupportedFormats?.().catch(() => [])) ?? [];
  if (!formats.includes('qr_code')) return undefined;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (video) => {
    const [found] = await detector.detect(video);
    return typeof found?.rawValue === 'string' ? found.rawValue : undefined;
  };
};

const libraryReader = async ({ document }: QrPlace): Promise<QrReader> => {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    if (!pen || videoWidth === 0) return undefined;
    const scale = Math.min(1, PICTURE_SIDE_MOST / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    canvas.width = width;
    canvas.height = height;
    pen.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR({ width, height, data: pen.getImageData(0, 0, width, height).data });
    } catch {
      // there is none, or none that can be read yet
      return undefined;
    }
  };
};

/** Reads by the browser where it can, else by a library that is loaded now. */
export const createQrReader = async (place: QrPlace): Promise<QrReader> =>
  (await ownReader(place).catch(() => undefined)) ?? libraryReader(place);
