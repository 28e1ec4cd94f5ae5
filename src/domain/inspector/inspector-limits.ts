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

/** depth, values and characters of one value as it is shown */
export const SHOWN_DEPTH_MAX = 7;
export const SHOWN_VALUES_MAX = 400;
export const SHOWN_ITEMS_MAX = 60;
export const SHOWN_TEXT_MAX = 400;

/** largest file that is opened */
export const FILE_BYTES_MAX = 64_000_000;
/** steps between two states of a recording that are kept for going back */
export const CHECKPOINT_STEPS = 500;
