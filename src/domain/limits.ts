import type { RelayDefaults } from './relay-set.ts';

/**
 * Every constant of the specification, by area, with its unit in its name: `_MS` milliseconds, `_S` seconds, `_BITS`,
 * `_BYTES`. Numbers without a unit are counts. Source: doc A section 9, unless a section says otherwise.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MB = 1_000_000;

// Default relays ------------------------------------------------------------------------------------------------------

/** The public relays of a fresh start (RELAY-05, RELAY-06); index.html can name others. */
export const DEFAULT_RELAYS: RelayDefaults = {
  entries: [
    { url: 'wss://nos.lol', permission: 'readwrite' },
    { url: 'wss://relay.primal.net', permission: 'readwrite' },
    { url: 'wss://offchain.pub', permission: 'readwrite' },
    { url: 'wss://nostr.mom', permission: 'write' },
    { url: 'wss://purplepag.es', permission: 'indexer' },
  ],
  profile: ['wss://user.kindpag.es'],
};

// Relay pool: somebody waits for a first connect -----------------------------------------------------------------------

export const POOL_MAX_CONNECTIONS = 20;
export const POOL_CONNECT_TIMEOUT_MS = 5 * SECOND;
export const POOL_RECONNECT_DELAY_MS = 5 * SECOND;
export const POOL_MAX_ATTEMPTS = 3;
export const POOL_HEALTH_CHECK_MS = 30 * SECOND;
export const POOL_STALE_MS = 5 * MINUTE;
export const POOL_MONITOR_MS = 60 * SECOND;

// Socket manager: recovery of a socket that was open, keep-alive -------------------------------------------------------

export const SOCKET_MAX_CONNECTIONS = 20;
export const SOCKET_CONNECT_TIMEOUT_MS = 10 * SECOND;
/** multiplied by the number of the attempt */
export const SOCKET_RECONNECT_DELAY_MS = 3 * SECOND;
export const SOCKET_MAX_ATTEMPTS = 5;
export const SOCKET_PING_MS = 30 * SECOND;
export const SOCKET_PONG_TIMEOUT_MS = 5 * SECOND;
export const SOCKET_STALE_MS = 300 * SECOND;
export const SOCKET_CLEANUP_MS = 60 * SECOND;
/** close codes after which no reconnect is tried (doc A section 4) */
export const SOCKET_FINAL_CLOSE_CODES: readonly number[] = [1000, 1001];

// Unified manager: concurrent connects ---------------------------------------------------------------------------------

export const CONCURRENT_CONNECTS = 15;
export const CONCURRENT_CONNECT_TIMEOUT_MS = 10 * SECOND;

// Relay connectivity ---------------------------------------------------------------------------------------------------

export const CONNECTIVITY_MAX_RECONNECTS = 5;
export const FLAPPING_THRESHOLD_MS = 1_000;
export const EOSE_TIMEOUT_MS = 4_400;
export const CONNECTION_DURATIONS_KEPT = 100;
/** not in the specification: so many of the last connections are looked at, none is longer, and the pause that follows */
export const FLAPPING_SAMPLES = 5;
export const FLAPPING_DURATION_MAX_MS = 1 * MINUTE;
export const FLAPPING_PAUSE_MS = 1 * MINUTE;

// Requests to relays; not in the specification -------------------------------------------------------------------------

/** REQs open on one relay at a time; more wait their turn */
export const MAX_SUBSCRIPTIONS_PER_RELAY = 15;
/** once half of the asked relays have sent all they hold, the others get so long */
export const EOSE_GRACE_MS = 700;
/** a live subscription is resumed with `since` so long before the last sign of the relay: late events exist */
export const SUBSCRIPTION_OVERLAP_S = 60;
/** events asked for per filter when a live subscription is resumed */
export const RESUME_LIMIT = 500;
/** the least and most time a relay gets for its EOSE once enough of its answers are known; the latest count in full */
export const EOSE_TIMEOUT_MIN_MS = 1_500;
export const EOSE_TIMEOUT_MAX_MS = 2 * EOSE_TIMEOUT_MS;
export const EOSE_SAMPLES_MIN = 5;
export const EOSE_LATEST = 5;
export const ANSWER_TIMES_RELAYS_MAX = 500;
/** a relay that is said to take shorter messages is not believed */
export const RELAY_MESSAGE_MIN_BYTES = 1_024;
/** a rate-limited relay is left alone for so long, each time in a row for twice as long, up to the longest */
export const RATE_LIMIT_PAUSE_MS = 2 * SECOND;
export const RATE_LIMIT_PAUSE_MAX_MS = 1 * MINUTE;
/** what should stay open is asked for again so long after the relay closed it, each time in a row after twice as long */
export const CLOSED_RETRY_MS = 10 * SECOND;
export const CLOSED_RETRY_MAX_MS = 5 * MINUTE;
/** NIP-42: for the challenge after a refusal, and for the answer to what was signed */
export const AUTH_CHALLENGE_WAIT_MS = 1 * SECOND;
export const AUTH_TIMEOUT_MS = 5 * SECOND;
export const AUTH_CHALLENGE_MAX_CHARACTERS = 1_024;
/** an event that is published gets so long at each relay */
export const PUBLISH_TIMEOUT_MS = 10 * SECOND;
/** stored events taken of one relay for one REQ: one that sends more does not mean to end */
export const STORED_EVENTS_MAX = 25_000;
/** a relay that floods so often over one socket loses its live subscriptions until the next socket */
export const RELAY_OVERLOADS_MAX = 3;
/** and it gets them back over the same socket after so long */
export const RELAY_FLOOD_PAUSE_MS = 30 * SECOND;
/** event ids a live subscription remembers in order to show none twice; twice as many at most */
export const WATCHED_IDS_KEPT = 1_000;
/** a subscription that failed inside the app is started again after so long */
export const SUBSCRIPTION_RESTART_MS = 3 * SECOND;

// Relay settings and status lights -------------------------------------------------------------------------------------

export const RELAY_UI_CONNECT_RETRIES = 3;
export const RELAY_UI_CONNECT_RETRY_MS = 2 * SECOND;
export const RELAY_CONNECT_STAGGER_MS = 100;
export const RELAY_UI_HEALTH_CHECK_MS = 30 * SECOND;
export const RELAY_LIST_BROADCAST_DEBOUNCE_MS = 3 * SECOND;
/** not in the specification: a change that not every write relay has is looked after so long */
export const RELAY_EDIT_KEPT_MS = 7 * DAY;
/** versions of one list kept in this browser (DESIGN decision 3) */
export const LIST_VERSIONS_KEPT = 100;
export const LISTS_DATABASE = 'nuthatch-lists';
/** not in the specification: after so long, in s, another device has read a list before it writes over it */
export const LIST_RACE_S = 120;
/** for so long, in s, a change that not every write relay has is looked after; lists sent that are remembered */
export const LIST_EDIT_KEPT_S = RELAY_EDIT_KEPT_MS / 1_000;
export const LIST_SENDINGS_KEPT = 20;
/** a list of people that could not be read is asked for again after so long */
export const PEOPLE_LIST_RETRY_MS = 30 * SECOND;
/** after a list of people was published it is read once more when LIST_RACE_S is over */
export const PEOPLE_LIST_LOOK_MS = 130 * SECOND;
/** a relay list that could not be read is asked for again after so long */
export const RELAY_LIST_RETRY_MS = 30 * SECOND;
/** relays proposed to somebody without a list; people of one REQ for relay lists */
export const RELAY_PROPOSAL_MAX = 5;
/** how long the relays of a thread's authors may take to add to it */
export const AUTHOR_RELAYS_TIMEOUT_MS = 3 * SECOND;
/** relays of one stranger's list that are considered for reading */
export const LISTED_RELAYS_READ = 10;
export const RELAY_LIST_BATCH_MAX = 500;
export const RELAY_LIST_BATCH_MS = 30;
/** known to keep profiles and lists only (RELAY-30) */
export const KNOWN_INDEXERS: readonly string[] = [
  'wss://purplepag.es',
  'wss://user.kindpag.es',
  'wss://relay.nos.social',
  'wss://index.nostr.land',
  'wss://relay.nostr.band',
];
export const RELAY_UI_POLL_MS = 5 * SECOND;
/** at most this many read relays as lights, in `STATUS_LIGHT_ROWS` rows (doc A section 2) */
export const STATUS_LIGHTS_MAX = 9;
export const STATUS_LIGHT_ROWS = 3;

// Dynamic relay manager ------------------------------------------------------------------------------------------------

export const DYNAMIC_MAX_RELAYS = 15;
export const DYNAMIC_MIN_HEALTHY = 5;
export const HEALTH_FAILURE_THRESHOLD = 3;
export const HEALTH_SUCCESS_THRESHOLD = 2;
export const DYNAMIC_INTERVAL_MS = 30 * SECOND;
export const DYNAMIC_RESPONSE_THRESHOLD_MS = 5 * SECOND;
export const DYNAMIC_AUTO_REMOVE = true;
export const DYNAMIC_AUTO_ADD = true;
export const DYNAMIC_RECOMMENDED_RELAYS = 8;
export const DYNAMIC_FALLBACK_RELAYS = 5;
export const DYNAMIC_BLACKLISTED_RELAYS = 9;
/** not in the specification: a relay that answered so lately is not dead; pieces of advice kept to be shown */
export const ADVISOR_PATIENCE_MS = 5 * MINUTE;
export const ADVICE_KEPT = 10;
/** not in the specification: health records kept, how soon they are told and saved, and a failed watch is tried again */
export const HEALTH_RECORDS_MAX = 100;
export const HEALTH_TELL_MS = 500;
export const HEALTH_SAVE_DELAY_MS = 5 * SECOND;
export const HEALTH_RETRY_MS = 30 * SECOND;
/** not in the specification: one step of the test of a relay, and the kind of the event it writes, which no relay stores */
export const RELAY_TEST_STEP_MS = 5 * SECOND;
export const RELAY_TEST_KIND = 24_999;
/** not in the specification: relays of a saved set */
export const SAVED_RELAYS_MAX = 100;

// Queries to relays (doc A sections 7 and 9) ---------------------------------------------------------------------------

export const METADATA_LIMIT = 10;
export const NOTES_PAGE_SIZE = 10;
export const RELAYS_PER_AUTHOR = 2;
export const RELAY_SELECTION_LRU_SIZE = 25;
export const CONTACTS_LIMIT = 1;
export const SINGLE_NOTE_LIMIT = 1;
export const RELAY_LIST_LIMIT = 10;
/** kind 1 events read for relay tags when an author has no relay list */
export const RELAY_LIST_FALLBACK_LIMIT = 50;
export const SINGLE_EVENT_TIMEOUT_MS = 10 * SECOND;
/** relay information document (NIP-11) */
export const RELAY_INFO_TIMEOUT_MS = 3 * SECOND;
/** not in the specification: what is read of it, and how long it holds */
export const RELAY_INFO_MAX_CHARACTERS = 128_000;
export const RELAY_INFO_STALE_MS = 1 * HOUR;
export const RELAY_INFO_GC_MS = 1 * DAY;
export const RELAY_NIPS_MAX = 200;

// Query cache ----------------------------------------------------------------------------------------------------------

export const QUERY_STALE_MS = 5 * MINUTE;
export const QUERY_GC_MS = 10 * MINUTE;
export const QUERY_RETRIES = 1;
export const QUERY_REFETCH_ON_FOCUS = false;
export const SUSPENSE_QUERY_MIN_MS = 1 * SECOND;
export const PREFETCHED_NOTE_STALE_MS = 30 * SECOND;
export const PREFETCHED_NOTE_GC_MS = 10 * MINUTE;
export const PROFILE_METADATA_STALE_MS = 0;
export const PROFILE_METADATA_GC_MS = 10 * MINUTE;
export const CONTACTS_STALE_MS = 5 * MINUTE;
export const CONTACTS_GC_MS = 10 * MINUTE;
export const PERSISTED_CACHE_MAX_AGE_MS = 24 * HOUR;
/** localforage names: database, store, key (doc A section 3) */
export const PERSISTED_CACHE_DATABASE = 'keyval-store';
export const PERSISTED_CACHE_STORE = 'keyval';
export const PERSISTED_CACHE_KEY = 'rq-cache-v1';
/** changes when saved data of an older build can no longer be read */
export const PERSISTED_CACHE_BUSTER = 'nuthatch-1';
/** not in the specification: the buster since something was cleared (local storage) */
export const PERSISTED_BUSTER_KEY = 'rq-cache-buster';
/** not in the specification: how much is saved, how often, and how long a start waits for it */
export const PERSIST_MAX_QUERIES = { feed: 60, metadata: 200, 'zap-totals': 100, thread: 10, contacts: 10, other: 0 };
/** notes and people in them all */
export const PERSIST_MAX_ENTRIES = 1_000;
export const PERSIST_MAX_TIMELINE_ITEMS = 100;
export const PERSIST_SAVE_DELAY_MS = 2 * SECOND;
export const PERSIST_IDLE_TIMEOUT_MS = 1 * SECOND;
export const PERSIST_RETRY_MS = 60 * SECOND;
export const PERSIST_RESTORE_LIMIT_MS = 5 * SECOND;
/** a feed outlives the other queries, so that what is saved of it stays while another screen is open */
export const FEED_GC_MS = 24 * HOUR;

// Prefetch -------------------------------------------------------------------------------------------------------------

export const PREFETCH_HOVER_DELAY_MS = 80;

/** not in the specification: code that could not be loaded is not asked for again within this time */
export const CODE_RETRY_MS = 500;
/** a part that nobody waits for is tried again after twice as long each time, at most so long */
export const CODE_RETRY_MAX_MS = 32 * SECOND;

/** not in the specification: a press that lasts so long is a long one */
export const LONG_PRESS_MS = 500;

/** areas that start by themselves after the first screen start at the latest so long after the page has loaded */
export const AREAS_START_LIMIT_MS = 5 * SECOND;
export const AREAS_START_BLIND_MS = 200;

// Publishing; not in the specification ----------------------------------------------------------------------------------

/** a post that every relay took is shown as sent for so long */
export const PUBLISH_SENT_SHOWN_MS = 5 * SECOND;
/** name of the database of posts that are signed and not sent yet, and of its store */
export const PUBLISH_DATABASE = 'nuthatch-posts';
export const PUBLISH_STORE = 'posts';
/** told in the `client` tag of what is published (PUB-08) */
export const CLIENT_NAME = 'Nuthatch';
/** drafts in the local storage: the key begins so, followed by who writes and where; so many are kept */
export const DRAFT_PREFIX = 'nuthatch-draft ';
export const DRAFTS_MAX = 50;
/** people offered while a name is being written, and how long such a beginning may be, in characters */
export const MENTION_CHOICES = 5;
export const MENTION_QUERY_MAX = 30;
/** characters of a name with which relays are asked */
export const MENTION_SEARCH_MIN = 2;
/** people suggested to somebody new, and how many follow lists are asked for to find them */
export const SUGGESTED_PEOPLE = 12;
export const SUGGESTED_LISTS_ASKED = 100;

// Notifications --------------------------------------------------------------------------------------------------------

export const NOTIFICATIONS_LIMIT = 100;
/** not in the specification: so many are kept, however many come while the app is open */
export const NOTIFICATIONS_MAX = 1_000;
/** of the text of a reaction, which should be one emoji (NIP-25) */
export const REACTION_SHOWN_CHARACTERS = 16;
export const NOTIFICATIONS_WINDOW_MS = 24 * HOUR;
export const NOTIFICATIONS_STALE_MS = 30 * SECOND;
export const NOTIFICATIONS_GC_MS = 2 * MINUTE;
/** unread counts up to which each glow tier of the header reaches; above the last is the brightest (doc A section 2) */
export const NOTIFICATION_GLOW_TIERS: readonly number[] = [0, 2, 5, 10];

// Keys and signing -----------------------------------------------------------------------------------------------------

export const KEY_PBKDF2_ITERATIONS = 250_000;
export const KEY_SALT_BYTES = 16;
export const KEY_AES_GCM_IV_BYTES = 12;
export const KEY_XCHACHA_NONCE_BYTES = 24;
export const KEY_XCHACHA_KEY_BYTES = 32;
export const PASSPHRASE_MIN_LENGTH = 8;
export const EXTENSION_PUBLIC_KEY_TIMEOUT_MS = 15 * SECOND;
export const EXTENSION_SIGN_TIMEOUT_MS = 20 * SECOND;
export const EXTENSION_SIGN_POW_TIMEOUT_MS = 30 * SECOND;
/** not in the specification: the database of saved keys (KEY-12, KEY-13), and how long it may take to answer */
export const KEYSTORE_DATABASE = 'nostr-feed';
export const KEYSTORE_VERSION = 8;
export const KEYSTORE_STORE = 'keystore';
export const KEYSTORE_TIMEOUT_MS = 10 * SECOND;
/** not in the specification: what a saved record may ask for at most */
export const KEY_MAX_ITERATIONS = 10_000_000;
export const KEY_MAX_CIPHERTEXT_BYTES = 8_192;
/** not in the specification: cost of an encrypted key (NIP-49), as the exponent of 2; the highest takes 1 GiB of memory */
export const NCRYPTSEC_LOG_N = 16;
export const NCRYPTSEC_MAX_LOG_N = 20;
/** not in the specification: how long the signer may take, also to load, for a signature and for a derivation */
export const SIGNER_TIMEOUT_MS = 15 * SECOND;
export const KEY_DERIVATION_TIMEOUT_MS = 2 * MINUTE;
/** iterations timed to estimate how long a derivation takes here */
export const KEY_CALIBRATION_ITERATIONS = 20_000;
/** how often the presence of a signing extension is looked at (doc A section 4) */
export const EXTENSION_WATCH_MS = 5 * SECOND;
/** not in the specification: how long a secret key is shown before it is hidden again */
export const NSEC_SHOWN_MS = 60 * SECOND;
/** a wait is shown in steps of so long */
export const WAIT_STEP_MS = 1 * SECOND;
/** session storage: the relays of the user's list in this tab, and by public key whether they were applied */
export const SESSION_RELAYS_KEY = 'nostrSessionRelays';
export const RELAYS_APPLIED_PREFIX = 'nostrRelaysApplied_';
/** minutes without a touch after which the key is locked, as the user may choose; 0 is never */
export const IDLE_LOCK_MINUTES: readonly number[] = [0, 1, 5, 15, 60];

// Proof of work --------------------------------------------------------------------------------------------------------

export const POW_DEFAULT_BITS = 16;
export const POW_MIN_BITS = 1;
export const POW_MAX_BITS = 24;
export const POW_PROGRESS_HASHES = 1_024;
export const POW_PROGRESS_WORKER_MS = 500;
export const POW_PROGRESS_MAIN_THREAD_MS = 50;
export const POW_WORKER_TIMEOUT_MS = 5 * SECOND;
export const POW_FINISHED_SESSION_KEPT_MS = 5 * SECOND;
/** not in the specification: the time of an event that is still mined is renewed so often (NIP-13) */
export const POW_RENEW_MS = 30 * SECOND;
/** not in the specification: most workers that mine at the same time */
export const POW_MAX_WORKERS = 16;
/** not in the specification: how long one mining worker rests after a key, press or scroll, so that the page has a core */
export const POW_REST_MS = 300;
/** not in the specification: how long all of them rest after a key or press, until its answer is drawn */
export const POW_PAUSE_MS = 100;
/** not in the specification: from so many bits on the graphics card helps; fewer are found before it is ready */
export const POW_GPU_LEAST_BITS = 20;
/** not in the specification: how long the graphics card, which also draws the page, works at a time */
export const POW_GPU_STEP_MS = 10;

// Memory manager -------------------------------------------------------------------------------------------------------

/** both are memory still available, where the browser tells its limit (DESIGN decision 16) */
export const MEMORY_CRITICAL_BYTES = 50 * MB;
export const MEMORY_WARNING_BYTES = 80 * MB;
export const CACHE_MAX_BYTES = 100 * MB;
export const CACHE_MAX_FEED_QUERIES = 200;
export const CACHE_MAX_THREAD_QUERIES = 50;
export const CACHE_MAX_METADATA_QUERIES = 1_000;
export const CLEANUP_PROACTIVE_MS = 2 * MINUTE;
export const CLEANUP_BACKGROUND_MS = 5 * MINUTE;
export const CLEANUP_AGGRESSIVE_MS = 10 * MINUTE;
export const QUERY_MAX_AGE_MS = 30 * MINUTE;
export const THREAD_QUERY_MAX_AGE_MS = 15 * MINUTE;
export const PRESSURE_CHECK_MS = 30 * SECOND;
export const PRESSURE_HIGH_QUERIES = 500;
export const PRESSURE_MEDIUM_QUERIES = 300;
export const PRESSURE_MEDIUM_BYTES = 50 * MB;
export const IOS_CHECK_MS = 10 * SECOND;
export const IOS_HIGH_BYTES = 45 * MB;
export const IOS_HIGH_READINGS = 2;
export const IOS_SPIKE_BYTES = 10 * MB;
export const IOS_CLEANUP_KEEPS_FEED_QUERIES = 100;
export const IOS_CLEANUP_MAX_AGE_MS = 10 * MINUTE;
export const EMERGENCY_KEEPS_QUERIES = 50;
export const EMERGENCY_MAX_AGE_MS = 5 * MINUTE;
export const SELECTIVE_TARGET_BYTES = 40 * MB;
export const METADATA_ITEM_BYTES = 500;
export const CONTACT_ITEM_BYTES = 100;
export const ASCII_ITEM_BYTES = 2_000;
/** not in the specification: a note without its text, each of its tags, a count or an address */
export const NOTE_ITEM_BYTES = 700;
export const NOTE_TAG_BYTES = 120;
export const SMALL_ITEM_BYTES = 200;
/** not in the specification: a display name */
export const NAME_ITEM_BYTES = 250;
/** not in the specification: an event nothing holds any more is remembered so long, so that a copy of it is known */
export const REGISTRY_KEEPS_MS = 5 * MINUTE;
/** not in the specification: how often the settings look anew at what the caches hold while they are open */
export const CACHE_REPORT_MS = 2 * SECOND;

// Pictures in letters; not in the specification but for ASCII_ITEM_BYTES -----------------------------------------------

/** px of width to a column, and how much higher than wide a cell is (design system, section 9) */
export const ASCII_CELL_PX = 5.6;
export const ASCII_CELL_ASPECT = 2;
export const ASCII_COLS_MIN = 48;
export const ASCII_COLS_MAX = 120;
/** columns come in steps, so that a place a few px wider needs no other drawing */
export const ASCII_COLS_STEP = 4;
export const ASCII_ROWS_MAX = 160;
/** the least share of all tones that a picture is said to have */
export const ASCII_TONES_MIN = 0.4;
export const ASCII_SHARPEN = 0.6;
/** how far the ordered dither reaches from one glyph to the next: 0 not at all, 1 all the way */
export const ASCII_DITHER = 0.6;
/** of 255: the strongest part of the colour of a letter is no weaker */
export const ASCII_COLOUR_MIN = 150;
/** how much further from grey than in the picture a colour is */
export const ASCII_COLOUR_BOOST = 1.5;
/** what the main colour of the picture of a person is made of */
export const ASCII_FACE: { readonly cols: number; readonly rows: number } = { cols: 8, rows: 4 };
/** a larger file, or one with more px, is not drawn */
export const ASCII_MAX_BYTES = 16 * MB;
export const ASCII_MAX_PIXELS = 40 * MB;
/** until a picture is there; then until it is drawn, after which the worker counts as hung */
export const ASCII_FETCH_MS = 15 * SECOND;
export const ASCII_DRAW_MS = 10 * SECOND;
/** a worker that measures the font for longer counts as hung, too */
export const ASCII_START_MS = 10 * SECOND;
/** pictures fetched at once; a site that does not answer must not hold the others up */
export const ASCII_AT_ONCE = 6;
/** drawings kept, and pictures that are known not to be drawn */
export const ASCII_ITEMS_MAX = 400;
export const ASCII_PROBLEMS_MAX = 500;
/** the worker goes when nobody wanted a picture for so long */
export const ASCII_REST_MS = 60 * SECOND;
export const ASCII_RESTART_MS = 1 * SECOND;
/** a worker that lived so long was a good one */
export const ASCII_STEADY_MS = 30 * SECOND;
export const ASCII_RESTARTS_MAX = 3;

// Display --------------------------------------------------------------------------------------------------------------

export const SPLASH_SHOWN_MS = 1_200;
export const SPLASH_FADE_MS = 400;
export const COPIED_FEEDBACK_MS = 1_500;
/** not in the specification: a quiet notice goes by itself after so long */
export const NOTICE_SHOWN_MS = 10 * SECOND;
/** placeholder loading texts: npub, hex key, name, short hex */
export const PLACEHOLDER_NPUB_LENGTH = 63;
export const PLACEHOLDER_HEX_LENGTH = 64;
export const PLACEHOLDER_NAME_LENGTH = 20;
export const PLACEHOLDER_SHORT_HEX_LENGTH = 9;
export const LAST_ROUTE_WINDOW_MS = 30 * DAY;
export const SCROLL_SAVE_DEBOUNCE_MS = 100;
/** characters kept at each end of a shortened key */
export const SHORT_NPUB_END = 13;
export const SHORT_HEX_END = 9;
/** px, doc A section 2 */
export const LAYOUT_BREAKPOINT_PX = 640;
export const MODAL_BREAKPOINT_PX = 768;

// Display names (doc B section 9) --------------------------------------------------------------------------------------

export const DISPLAY_NAME_TTL_MS = 7 * DAY;
export const DISPLAY_NAME_FETCH_TIMEOUT_MS = 10 * SECOND;
export const DISPLAY_NAME_MAX_FAILURES = 3;
export const DISPLAY_NAME_RETRY_MS = 30 * SECOND;
/** not in the specification: names kept, batches of one fetch at a time, key beside the query cache */
export const DISPLAY_NAMES_MAX = 2_000;
export const DISPLAY_NAME_BATCHES_AT_ONCE = 4;
export const DISPLAY_NAMES_KEY = 'display-names-v1';

// Requests for many at once; not in the specification ------------------------------------------------------------------

/** asked for within `_BATCH_MS`, up to `_BATCH_MAX` of them go out as one REQ per relay */
export const METADATA_BATCH_MS = 30;
export const METADATA_BATCH_MAX = 200;
export const NOTE_BATCH_MS = 30;
export const NOTE_BATCH_MAX = 50;
export const NOTE_STATS_BATCH_MS = 100;
export const NOTE_STATS_BATCH_MAX = 20;
/** events of one batch of note counts */
export const NOTE_STATS_LIMIT = 500;
export const NOTE_STATS_STALE_MS = 1 * MINUTE;
export const FOLLOWERS_LIMIT = 500;

// Timelines; not in the specification -----------------------------------------------------------------------------------

/** the first notes are shown when a page of them is there, at the first EOSE, or so long after the first */
export const FIRST_PAINT_MS = 150;
/** rows of one timeline; beyond them it ends */
export const TIMELINE_MAX_ITEMS = 2_000;
/** how often a page asks the relays again until it is full; each time for more, up to the limit */
export const PAGE_ROUNDS_MAX = 4;
export const PAGE_LIMIT_MAX = 160;
/** what a feed asks each relay for at first, in pages: the next one is then there already */
export const FEED_PAGES_ASKED = 2;
/** pages that brought no note to show before a feed waits to be told to look further */
export const FEED_PAGES_IN_VAIN = 3;
/** new notes that wait to be shown */
export const WAITING_NOTES_MAX = 500;
/** a repost whose note was not found by then is left out */
export const REPOST_TARGET_WAIT_MS = 3 * SECOND;
/** people whose notes are asked for when only followed ones are shown: those followed last */
export const FOLLOWED_AUTHORS_MAX = 1_000;
/** of the relays that followed people write to, so many are watched for new notes beside the reader's own */
export const FOLLOWED_RELAYS_WATCHED = 8;
/** timelines whose place at the relays is remembered */
export const TIMELINES_KEPT = 25;
/** tags in the encrypted part of a list; muted words that count, and their length in characters */
export const PRIVATE_TAGS_MAX = 10_000;
export const MUTED_WORDS_MAX = 500;
export const MUTED_WORD_CHARACTERS = 100;
/** ids of deleted events that are remembered, and their place in the local storage */
export const GONE_KEPT = 1_000;
export const GONE_KEY = 'nostrDeleted';
/** deletions of events that were not seen yet */
export const DELETIONS_HELD = 2_000;
/** ids that the relays are asked about deletions of, those on screen last, and how long more may join them */
export const DELETIONS_ASKED = 200;
export const DELETIONS_JOIN_MS = 1 * SECOND;
/** notes of one thread */
export const THREAD_MAX_NOTES = 1_000;
export const THREAD_REPLIES_LIMIT = 500;

// Search; not in the specification --------------------------------------------------------------------------------------

export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_NOTES_LIMIT = 20;
export const SEARCH_PEOPLE_LIMIT = 10;
/** words of a search that are looked for as hashtags */
export const SEARCH_TAGS_MAX = 5;
export const SEARCH_TAGS_SHOWN = 30;
/** of a hashtag that is shown as a result */
export const SEARCH_TAG_CHARACTERS = 60;
export const SEARCH_TIMEOUT_MS = 5 * SECOND;
export const NIP05_TIMEOUT_MS = 5 * SECOND;
export const NIP05_MAX_CHARACTERS = 256_000;

// Event registry; not in the specification -----------------------------------------------------------------------------

/** events kept; the replaceable ones count on their own */
export const REGISTRY_CAPACITY = 20_000;
/** one frame where animation frames do not come, and the longest wait for one that was asked for */
export const FRAME_MS = 16;
export const FRAME_WAIT_MS = 250;

// Note cards; not in the specification --------------------------------------------------------------------------------

/** a longer note is folded to so many lines, unless it has only so many more; a line is taken as so many characters */
export const NOTE_FOLD_LINES = 20;
export const NOTE_FOLD_SPARE_LINES = 5;
export const NOTE_LINE_CHARACTERS = 50;
/** pictures of one grid that are shown before '+4' */
export const NOTE_GRID_MAX = 4;
export const REPLY_CONTEXT_CHARACTERS = 120;
export const QUOTE_CHARACTERS = 280;
export const FEED_OVERSCAN = 3;
/** in the gallery of Image Mode one picture of so many is large */
export const GALLERY_LARGE_EVERY = 7;
/** the next page is asked for when so many rows are left below */
export const FEED_MORE_ROWS_LEFT = 5;
/** a placeholder appears only when there is nothing to show for so long */
export const SKELETON_DELAY_MS = 150;
/** levels of replies that are indented; deeper ones stand at the last */
export const THREAD_INDENT_MAX = 5;
export const THREAD_ROWS_PER_PAGE = 30;

// Installed app (doc B section 9) --------------------------------------------------------------------------------------

export const UPDATE_CHECK_MS = 30 * MINUTE;
export const IOS_RELOAD_DELAY_MS = 300;
/** not in the specification: a new version that does not take over within this time is not waited for */
export const UPDATE_TAKEOVER_LIMIT_MS = 10 * SECOND;
/** the page is gone before; still here after so long, the reload did not happen */
export const UPDATE_RELOAD_LIMIT_MS = 10 * SECOND;
/** who does not want to install now is not asked again before this time is over */
export const INSTALL_ASKED_AGAIN_MS = 30 * DAY;
/** an update that waits for a post or a text looks so often whether it may go on */
export const WORK_LOOKED_AT_MS = 500;
/** of a text that another app shares, in characters */
export const SHARED_TEXT_MAX = 10_000;
/** characters of the form it comes in, where one of the text may take nine: %E2%82%AC */
export const SHARED_FORM_MAX = 12 * SHARED_TEXT_MAX;
/** the cache and the one key in it where a text of another app waits for the page */
export const SHARED_CACHE = 'nuthatch-shared';
export const SHARED_KEY = '/shared';

// Hashtags (doc A section 4) -------------------------------------------------------------------------------------------

/** of one hashtag, as long as the text of a note may have them */
export const HASHTAG_MAX_CHARACTERS = 100;
export const DEFAULT_HASHTAGS: readonly string[] = ['Bitcoin', 'Nostr', 'News'];

// Bounds on what strangers send; not in the specification ---------------------------------------------------------------

/** a frame longer than this is dropped unread */
export const FRAME_MAX_BYTES = 512_000;
/** an event with a longer content or more tags is dropped */
export const EVENT_MAX_CONTENT_CHARACTERS = 65_536;
export const EVENT_MAX_TAGS = 10_000;
/** an event dated further ahead of the local clock is dropped */
export const EVENT_MAX_FUTURE_S = 900;
/** a longer frame that is no EVENT is ignored */
export const CONTROL_MAX_CHARACTERS = 16_384;
/** frames of one relay, and their characters in all, that wait for verification; more are dropped */
export const PENDING_MAX_FRAMES = 20_000;
export const PENDING_MAX_CHARACTERS = 24 * MB;
/** those of all relays together; a relay that keeps within an even part of them loses nothing to the others */
export const PENDING_ALL_CHARACTERS = 64 * MB;
export const PENDING_EVEN_CHARACTERS = PENDING_ALL_CHARACTERS / POOL_MAX_CONNECTIONS;
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
/** the page works on frames at most so long without a pause */
export const FRAME_SLICE_MS = 6;
/** the second key of a shortcut of two is waited for so long */
export const SHORTCUT_CHORD_MS = 1_500;
/** what the note parser makes of one note at most; the rest stays plain text or is left out */
export const CONTENT_MAX_CHARACTERS = 65_536;
export const CONTENT_MAX_REFERENCES = 500;
export const CONTENT_MAX_QUOTES = 8;
export const CONTENT_MAX_MEDIA = 64;
export const LINK_LABEL_CHARACTERS = 48;
export const URL_MAX_CHARACTERS = 2_048;
/** combining marks kept on one base character */
export const COMBINING_MARKS_MAX = 4;
export const NAME_MAX_CHARACTERS = 100;
export const ABOUT_MAX_CHARACTERS = 5_000;
export const METADATA_FIELD_MAX_CHARACTERS = 512;
export const BECH32_MAX_CHARACTERS = 1_500;
export const RELAY_HINTS_MAX = 5;
export const THREAD_MAX_DEPTH = 100;
/** e or q tags read of one event */
export const EVENT_MAX_REFERENCES = 200;
export const CONTACTS_MAX = 10_000;
/** r tags read of somebody's relay list; nobody honest has so many */
export const LISTED_RELAYS_MAX = 200;
/** paragraphs of a text; what comes after stays one */
export const PARAGRAPHS_MAX = 200;
/** people that a reply names at most; one that names hundreds is refused as spam */
export const REPLY_PEOPLE_MAX = 100;
/** what a relay says of a request or an event, in characters */
export const RELAY_WORDS_MAX = 300;
/** rows of a list that are drawn at once, and reactions looked at for one row */
export const LIST_PART_ROWS = 30;
export const ZAP_COMMENT_MAX_CHARACTERS = 280;
