/** entries of the log that are kept while it is live */
export const LOG_MAX = 10_000;
/** the last stretch that is kept while the inspector is open */
export const KEPT_MS = 120_000;
/** most entries of that stretch, and of a recording by hand; it ends by itself then */
export const KEPT_ENTRIES_MAX = 30_000;
export const RECORDING_ENTRIES_MAX = 100_000;

/** actors that ended stay in the tree so long, and at most so many */
export const ENDED_SHOWN_MS = 60_000;
export const ENDED_MAX = 60;
/** an error among so many of the last entries marks its actor as failed */
export const FAILED_ENTRIES_MAX = 500;

/** depth, values and characters of one value as it is shown */
export const SHOWN_DEPTH_MAX = 7;
export const SHOWN_VALUES_MAX = 400;
export const SHOWN_ITEMS_MAX = 60;
export const SHOWN_TEXT_MAX = 400;

/** entries that are looked through for examples of what is replaced */
export const EXAMPLE_ENTRIES_MAX = 2_000;
/** largest file that is opened */
export const FILE_BYTES_MAX = 64_000_000;
/** steps between two states of a recording that are kept for going back */
export const CHECKPOINT_STEPS = 500;

// reading a recording, and what is shown of it
export const READ_ENTRIES_MAX = 200_000;
export const READ_ACTORS_MAX = 20_000;
export const READ_STATES_MAX = 2_000;
/** actors inside actors */
export const READ_LEVELS_MAX = 50;
/** deeper than any value that is shown */
export const READ_DEPTH_MAX = 40;
export const READ_TEXT_MAX = 20_000;
/** ms of the last moment that a `Date` can be */
export const READ_NUMBER_MAX = 8.64e15;
/** charts, states and transitions of a coverage report */
export const COVERAGE_MAX = 5_000;
/** steps of a recording that is played come so often at most */
export const PLAY_FRAME_MS = 50;
/** a stretch in which nothing happens is no longer than this to who watches */
export const PLAY_QUIET_MAX_MS = 1_500;
/** how far a recording is, which would be counted anew for each frame */
export const RECORDED_PROGRESS_MS = 500;

// looking on while the app runs
/** what happened is looked into so often, and so long at a time, so that nothing else waits for it */
export const OBSERVE_LOOK_MS = 50;
export const OBSERVE_SLICE_MS = 5;
/** the rest between two such looks, while more waits: the app has four fifths of the time; with so much waiting there is none */
export const OBSERVE_REST_MS = 20;
export const OBSERVE_HURRY_FROM = 50_000;
/** more than that is not put off */
export const OBSERVE_BACKLOG_MAX = 200_000;
/** names of actors that are remembered after they are gone */
export const ACTOR_NAMES_MAX = 30_000;
/** events in a second are counted over so long */
export const EVENT_RATE_MS = 3_000;
/** changes are told at most so often, and that time went by */
export const CHANGES_TOLD_MS = 33;
export const AGES_TOLD_MS = 1_000;
export const SHOWN_ROWS_MAX = 200;
/** larger ones are closed at first */
export const SHOWN_ROWS_OPEN = 12;
export const PHRASE_WORDS_MIN = 12;
export const PHRASE_LENGTH_MIN = 47;
export const KEPT_BARS_MAX = 48;
