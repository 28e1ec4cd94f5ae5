import { fromCallback } from 'xstate';
import { createUrReader } from '#domain/ecash/codes/ur-parts.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { CAMERA_LOOK_EVERY_MS } from '#domain/scan/scan-limits.ts';
import { cameraProblemOf, isSought, type CameraProblem, type ScanWish } from '#domain/scan/scan.ts';
import type { CameraFact, ShowPicture } from '#machines/scan/scanner.machine.ts';
import { createQrReader, type QrPlace, type QrReader } from './qr-reader.ts';

/** The page with its cameras; without a secure address it has none. */
export type CameraPlace = QrPlace & {
  readonly navigator: { readonly mediaDevices?: Pick<MediaDevices, 'getUserMedia'> | undefined };
};

const WANTED = { audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } } as const;

/** What is told of the codes that are seen; ecash may come in parts, of which each code is one (NUT-16). */
const createTelling = (wish: ScanWish): ((text: string) => CameraFact) => {
  const read = wish === 'token' ? createUrReader() : undefined;
  const judge = (text: string): CameraFact =>
    isSought(wish, text) ? { type: 'code.found', code: sealed(text.trim()) } : { type: 'code.other' };
  return (text) => {
    const progress = read?.(text);
    if (progress?.state === 'reading') return { type: 'code.part', known: progress.known, count: progress.count };
    return judge(progress?.state === 'whole' ? progress.text : text);
  };
};

/** Looks at what the video shows until something wanted is seen or it is stopped. */
const look = async (
  read: QrReader,
  video: HTMLVideoElement,
  { wish, tell, isOver }: { wish: ScanWish; tell: (fact: CameraFact) => void; isOver: () => boolean },
): Promise<void> => {
  const factOf = createTelling(wish);
  let last: string | undefined;
  while (!isOver()) {
    const text = await read(video).catch(() => undefined);
    if (isOver()) return;
    if (text !== undefined && text !== last) {
      const fact = factOf(text);
      tell(fact);
      if (fact.type === 'code.found') return;
    }
    last = text ?? last;
    await new Promise((resolve) => setTimeout(resolve, CAMERA_LOOK_EVERY_MS));
  }
};

const opened = (place: CameraPlace): Promise<MediaStream> => {
  const cameras = place.navigator.mediaDevices;
  const missing = () => Promise.reject(new DOMException('', 'NotFoundError'));
  return cameras ? cameras.getUserMedia(WANTED) : missing();
};

const play = async (video: HTMLVideoElement, stream: MediaStream) => {
  video.srcObject = stream;
  // a page that is about to go may refuse
  await video.play().catch(() => {});
};

/** The camera, from when a code is looked for until it is found or nobody looks any more; then it is off. */
export const defineCamera = (place: CameraPlace) =>
  fromCallback<ShowPicture, { wish: ScanWish | undefined }>(({ sendBack, receive, input: { wish } }) => {
    let [over, shown]: [boolean, HTMLVideoElement | undefined] = [false, undefined];
    const shownAt = Promise.withResolvers<HTMLVideoElement>();
    const tell = (fact: CameraFact) => {
      if (!over) sendBack(fact);
    };
    const fail = (problem: CameraProblem) => tell({ type: 'camera.failed', problem });
    let stop = () => {};
    const run = async () => {
      const stream = await opened(place);
      stop = () => stream.getTracks().forEach((track) => track.stop());
      // the user may have closed it while the browser asked
      if (over) return stop();
      stream.getTracks().forEach((track) => track.addEventListener('ended', () => fail({ code: 'camera-busy' })));
      const [read, video] = await Promise.all([createQrReader(place), shownAt.promise]);
      if (over) return;
      await play(video, stream);
      tell({ type: 'camera.ready' });
      if (wish) await look(read, video, { wish, tell, isOver: () => over });
    };
    receive(({ video }) => shownAt.resolve((shown = video)));
    run().catch((error: unknown) => fail(cameraProblemOf(error)));
    return () => {
      over = true;
      stop();
      if (shown) shown.srcObject = null;
    };
  });
