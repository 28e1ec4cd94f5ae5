import { fromCallback } from 'xstate';
import { sealed } from '#domain/protocol/sealed.ts';
import { cameraProblemOf, isWanted, type CameraProblem, type ScanWish } from '#domain/scan/scan.ts';
import type { CameraFact, ShowPicture } from '#machines/scan/scanner.machine.ts';
import { createQrReader, type QrPlace, type QrReader } from './qr-reader.ts';

/** ms between two looks at the picture */
const LOOK_EVERY_MS = 150;

/** The page with its cameras; without a secure address it has none. */
export type CameraPlace = QrPlace & {
  readonly navigator: { readonly mediaDevices?: Pick<MediaDevices, 'getUserMedia'> | undefined };
};

const WANTED = { audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } } as const;

/** Looks at what the video shows until something wanted is seen or it is stopped. */
const look = async (
  read: QrReader,
  video: HTMLVideoElement,
  { wish, tell, isOver }: { wish: ScanWish; tell: (fact: CameraFact) => void; isOver: () => boolean },
): Promise<void> => {
  let other: string | undefined;
  while (!isOver()) {
    const text = await read(video).catch(() => undefined);
    if (isOver()) return;
    if (text !== undefined && isWanted(wish, text)) return tell({ type: 'code.found', code: sealed(text.trim()) });
    if (text !== undefined && text !== other) tell({ type: 'code.other' });
    other = text ?? other;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
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
