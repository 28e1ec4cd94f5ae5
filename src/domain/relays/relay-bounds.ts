/** Bounds on how one relay may behave; none of them is in the specification. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** a relay that said goodbye again before its first pong is left alone, each time for longer */
export const GOODBYE_REST_MS = 5 * SECOND;
export const GOODBYE_REST_MAX_MS = 5 * MINUTE;
/** and so is one whose socket was closed because of what it sent */
export const OVERLOAD_REST_MS = 1 * MINUTE;
export const OVERLOAD_REST_MAX_MS = 30 * MINUTE;
/** what a relay is taken to allow until it has said so: REQs at a time, events per filter, bytes of a message */
export const UNKNOWN_SUBSCRIPTIONS = 9;
export const UNKNOWN_LIMIT = 500;
export const UNKNOWN_MESSAGE_BYTES = 32_000;
/** what one socket may send within so long that leads to nothing: messages, events, characters */
export const VAIN_WINDOW_MS = 10 * SECOND;
export const VAIN_MESSAGES_MAX = 1_000;
/** a frame that is no message at all counts as so many of those that no honest relay sends often */
export const NONSENSE_WEIGHT = 10;
export const VAIN_EVENTS_MAX = 3_000;
export const VAIN_CHARACTERS_MAX = 4_000_000;
/** what answers the question for a list of the user's own may be longer: one frame, how many of them, tags of its event */
export const OWN_FRAME_MAX_CHARACTERS = 4_000_000;
export const OWN_LONG_FRAMES_MAX = 2;
export const OWN_EVENT_MAX_TAGS = 60_000;
/** frames over FRAME_MAX_BYTES that answer nothing and that one socket may send before it is closed */
export const OVERSIZED_FRAMES_MAX = 1;
/** of the events of one REQ, so many last ones are known again when the relay repeats them; twice as many at most */
export const REPEATS_KNOWN = 500;
