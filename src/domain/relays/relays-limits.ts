import { SECOND, MINUTE, HOUR, DAY, MB } from '#domain/units.ts';

// sockets and connections
export const POOL_MAX_CONNECTIONS = 20;
export const POOL_CONNECT_TIMEOUT_MS = 5 * SECOND;
export const POOL_RECONNECT_DELAY_MS = 5 * SECOND;
export const POOL_MAX_ATTEMPTS = 3;
export const POOL_HEALTH_CHECK_MS = 30 * SECOND;
export const POOL_MONITOR_MS = 60 * SECOND;
export const SOCKET_CONNECT_TIMEOUT_MS = 10 * SECOND;
/** multiplied by the number of the attempt */
export const SOCKET_RECONNECT_DELAY_MS = 3 * SECOND;
export const SOCKET_MAX_ATTEMPTS = 5;
export const SOCKET_PING_MS = 30 * SECOND;
export const SOCKET_PONG_TIMEOUT_MS = 5 * SECOND;
export const SOCKET_STALE_MS = 300 * SECOND;
export const SOCKET_CLEANUP_MS = 60 * SECOND;
/** close codes after which no reconnect is tried */
export const SOCKET_FINAL_CLOSE_CODES: readonly number[] = [1000, 1001];
export const CONCURRENT_CONNECTS = 15;
export const CONCURRENT_CONNECT_TIMEOUT_MS = 10 * SECOND;
export const RELAY_UI_CONNECT_RETRY_MS = 2 * SECOND;
export const RELAY_CONNECT_STAGGER_MS = 100;
export const FLAPPING_THRESHOLD_MS = 1_000;
/** not in the specification: so many of the last connections are looked at, none is longer, and the pause that follows */
export const FLAPPING_SAMPLES = 5;
export const FLAPPING_DURATION_MAX_MS = 1 * MINUTE;
export const FLAPPING_PAUSE_MS = 1 * MINUTE;

// requests and publishing
export const EOSE_TIMEOUT_MS = 4_400;
export const CONNECTION_DURATIONS_KEPT = 100;
/** once half of the asked relays have sent all they hold, the others get so long */
export const EOSE_GRACE_MS = 700;
/** a live subscription is resumed with `since` so long before the last sign of the relay: late events exist */
export const SUBSCRIPTION_OVERLAP_S = 60;
/** events asked for per filter when a live subscription is resumed */
export const RESUME_LIMIT = 500;
/** an event that is published gets so long at each relay */
export const PUBLISH_TIMEOUT_MS = 10 * SECOND;
/** a subscription that failed inside the app is started again after so long */
export const SUBSCRIPTION_RESTART_MS = 3 * SECOND;
export const SINGLE_EVENT_TIMEOUT_MS = 10 * SECOND;
/** the least and most time a relay gets for its EOSE once enough of its answers are known; the latest count in full */
export const EOSE_TIMEOUT_MIN_MS = 1_500;
export const EOSE_TIMEOUT_MAX_MS = 2 * EOSE_TIMEOUT_MS;
export const EOSE_SAMPLES_MIN = 5;
export const EOSE_LATEST = 5;
export const EOSE_TIMES = 2;
/** relays whose times to answer are remembered */
export const ANSWER_TIMES_RELAYS_MAX = 500;
/** event ids a live subscription remembers in order to show none twice; twice as many at most */
export const WATCHED_IDS_KEPT = 1_000;
/** ms that a question waits for others to go out with, and that the next ones wait once some are out */
export const JOINT_MS = 30;
export const JOINT_REST_MS = 400;
/** REQs open on one relay at a time; more wait their turn */
export const MAX_SUBSCRIPTIONS_PER_RELAY = 15;
/** so many of them live ones leave to REQs that end */
export const PLACES_NOT_LIVE = 1;
/** what should stay open is asked for again so long after the relay closed it, each time in a row after twice as long */
export const CLOSED_RETRY_MS = 10 * SECOND;
export const CLOSED_RETRY_MAX_MS = 5 * MINUTE;

// frames and their verification
/** a frame longer than this is dropped unread */
export const FRAME_MAX_BYTES = 512_000;
/** the page works on frames at most so long without a pause */
export const FRAME_SLICE_MS = 6;
/** a longer frame that is no EVENT is ignored */
export const CONTROL_MAX_CHARACTERS = 16_384;
/** frames of one relay, and their characters in all, that wait for verification; more are dropped */
export const PENDING_MAX_FRAMES = 20_000;
export const PENDING_MAX_CHARACTERS = 24 * MB;
/** those of all relays together; a relay that keeps within an even part of them loses nothing to the others */
export const PENDING_ALL_CHARACTERS = 64 * MB;
export const PENDING_EVEN_CHARACTERS = PENDING_ALL_CHARACTERS / POOL_MAX_CONNECTIONS;
/** enough to see which subscription an event is of that is too long for all else */
export const FRAME_HEAD_CHARACTERS = 200;
/** what a relay says when it closes a request: what is kept of it, and what of that is told */
export const CLOSED_REASON_CHARACTERS = 200;
export const CLOSED_WORDS_CHARACTERS = 100;
/** one message to a verification worker; the second also bounds it to one long frame */
export const VERIFY_BATCH_FRAMES = 200;
export const VERIFY_BATCH_CHARACTERS = 512_000;
/** waiting frames looked at to fill one batch: many may be duplicates by then */
export const VERIFY_BATCH_LOOKS = 1_000;
export const VERIFY_BATCHES_AT_ONCE = 8;
export const VERIFY_WORKERS_MAX = 4;
/** a verification worker silent for so long counts as crashed; after so many crashes in a row it is given up */
export const VERIFY_TIMEOUT_MS = 30 * SECOND;
export const VERIFY_WORKER_CRASHES_MAX = 3;

// how one relay may behave; none of this is in the specification
/** a relay that said goodbye again before its first pong is left alone, each time for longer */
export const GOODBYE_REST_MS = 5 * SECOND;
export const GOODBYE_REST_MAX_MS = 5 * MINUTE;
/** and so is one whose socket was closed because of what it sent */
export const OVERLOAD_REST_MS = 1 * MINUTE;
export const OVERLOAD_REST_MAX_MS = 30 * MINUTE;
/** one that was given up and is still needed is tried again after so long, each time in a row after twice as long */
export const GIVEN_UP_RETRY_MS = 30 * SECOND;
export const GIVEN_UP_RETRY_MAX_MS = 30 * MINUTE;
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
/** events that one page asks for where a relay is read to its end; relays give less as they like */
export const RELAY_PAGE = 250;
/** pages that one relay is asked for at most then, however much it has */
export const RELAY_PAGES_MOST = 400;
/** of the events of one REQ, so many last ones are known again when the relay repeats them; twice as many at most */
export const REPEATS_KNOWN = 500;
/** stored events taken of one relay for one REQ: one that sends more does not mean to end */
export const STORED_EVENTS_MAX = 25_000;
/** a relay that floods so often over one socket loses its live subscriptions until the next socket */
export const RELAY_OVERLOADS_MAX = 3;

// the care for relays; none of this is in the specification
/** NIP-42: for the challenge after a refusal, and for the answer to what was signed */
export const AUTH_CHALLENGE_WAIT_MS = 1 * SECOND;
export const AUTH_TIMEOUT_MS = 5 * SECOND;
export const AUTH_CHALLENGE_MAX_CHARACTERS = 1_024;
/** answers of one person over one socket: who asks more often does not mean to know */
export const AUTH_ANSWERS_MAX = 3;
/** a rate-limited relay is left alone for so long, each time in a row for twice as long, up to the longest */
export const RATE_LIMIT_PAUSE_MS = 2 * SECOND;
export const RATE_LIMIT_PAUSE_MAX_MS = 1 * MINUTE;
/** a relay that lost its live requests because it floods gets them back over the same socket after so long */
export const RELAY_FLOOD_PAUSE_MS = 30 * SECOND;
/** when the relays cannot be looked after, that is tried again after so long */
export const CARE_RETRY_MS = 5 * SECOND;
/** open REQs that wait for a place take turns with those that have one */
export const PLACES_TURN_MS = 20 * SECOND;

// health
export const HEALTH_FAILURE_THRESHOLD = 3;
export const HEALTH_SUCCESS_THRESHOLD = 2;
/** not in the specification: health records kept, how soon they are told and saved, and a failed watch is tried again */
export const HEALTH_RECORDS_MAX = 100;
export const HEALTH_SAVE_DELAY_MS = 5 * SECOND;
export const HEALTH_RETRY_MS = 30 * SECOND;
export const HEALTH_TELL_MS = 500;

// lists of relays
export const RELAY_LIST_BROADCAST_DEBOUNCE_MS = 3 * SECOND;
/** a relay list that could not be read is asked for again after so long */
export const RELAY_LIST_RETRY_MS = 30 * SECOND;
export const RELAY_LIST_LIMIT = 10;
/** relays proposed to somebody without a list */
export const RELAY_PROPOSAL_MAX = 5;
/** kind 1 events read for relay tags when an author has no relay list */
export const RELAY_LIST_FALLBACK_LIMIT = 50;
/** people of one REQ for relay lists, and ms in which they gather */
export const RELAY_LIST_BATCH_MAX = 500;
export const RELAY_LIST_BATCH_MS = 30;
/** relays that an author is read from, and authors whose relays are remembered */
export const RELAYS_PER_AUTHOR = 2;
export const RELAY_SELECTION_LRU_SIZE = 25;
/** relays of one stranger's list that are considered for reading */
export const LISTED_RELAYS_READ = 10;
/** hints that are used, and that are read for it */
export const RELAY_HINTS_MAX = 5;
export const RELAY_HINTS_READ = 100;
/** addresses of relays whose one form is remembered */
export const RELAY_URLS_KNOWN = 500;
/** relays that a link to a note names: more make it long */
export const LINK_RELAYS_MAX = 2;
/** not in the specification: relays of a saved set */
export const SAVED_RELAYS_MAX = 100;

// what a relay tells of itself, advice, and the test of a relay
/** relay information document (NIP-11) */
export const RELAY_INFO_TIMEOUT_MS = 3 * SECOND;
/** not in the specification: what is read of it, and how long it holds */
export const RELAY_INFO_MAX_CHARACTERS = 128_000;
export const RELAY_INFO_STALE_MS = 1 * HOUR;
export const RELAY_INFO_GC_MS = 1 * DAY;
/** NIPs, bits of work and fees that are taken of it */
export const RELAY_NIPS_MAX = 200;
export const RELAY_INFO_MAX_BITS = 256;
export const RELAY_INFO_MAX_FEES = 10;
export const DYNAMIC_RESPONSE_THRESHOLD_MS = 5 * SECOND;
export const DYNAMIC_MAX_RELAYS = 15;
export const DYNAMIC_MIN_HEALTHY = 5;
export const DYNAMIC_RECOMMENDED_RELAYS = 8;
export const DYNAMIC_INTERVAL_MS = 30 * SECOND;
/** not in the specification: a relay that answered so lately is not dead; pieces of advice kept to be shown; relays without advice */
export const ADVISOR_PATIENCE_MS = 5 * MINUTE;
export const ADVICE_KEPT = 10;
export const ADVICE_REFUSED_MAX = 100;
/** not in the specification: one step of the test of a relay; and characters of a reason and a message that are read */
export const RELAY_TEST_STEP_MS = 5 * SECOND;
export const RELAY_TEST_REASON_CHARACTERS = 200;
export const RELAY_TEST_MESSAGE_CHARACTERS = 64_000;
/** of the words of a relay that are shown, alone and before ours, in characters */
export const RELAY_WORDS_SHOWN_MAX = 200;
export const RELAY_WORDS_BEFORE_OURS_MAX = 100;
/** people of a relay who are named before they are counted */
export const RELAY_PEOPLE_NAMED = 2;
