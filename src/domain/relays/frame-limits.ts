/** a frame longer than this is dropped unread */
export const FRAME_MAX_BYTES = 512_000;
/** the page works on frames at most so long without a pause */
export const FRAME_SLICE_MS = 6;
