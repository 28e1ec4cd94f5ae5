import { SECOND, MINUTE, HOUR, DAY } from '#domain/units.ts';

// mints and their keysets
export const MINT_URL_MAX_CHARACTERS = 512;
/** how long a mint may take to tell of itself (MINT-35) */
export const MINT_LOAD_TIMEOUT_MS = 5 * SECOND;
/** not in the specification: how long a mint may be silent before what became of a request is looked up */
export const MINT_ANSWER_TIMEOUT_MS = 60 * SECOND;
/** not in the specification: how long it may take to say what it wants for something, which moves no money: somebody waits for it */
export const MINT_QUOTE_TIMEOUT_MS = 15 * SECOND;
/** not in the specification: of an answer of a mint; a thousand signatures take half of it */
export const MINT_ANSWER_MAX_CHARACTERS = 1_000_000;
/** of what a mint says why it refuses */
export const MINT_SAID_MAX_CHARACTERS = 200;
/** not in the specification: nothing a mint tells is longer */
export const MINT_MESSAGE_MAX_CHARACTERS = 20_000;
/** not in the specification: what a mint tells of itself is asked for again after so many ms */
export const MINT_REFRESH_MS = HOUR;
/** until a mint that did not answer is asked again: each time twice as long up to a bound */
export const MINT_RETRY_FIRST_MS = 5 * SECOND;
export const MINT_RETRY_MOST_MS = 5 * MINUTE;
/** a mint that wants fewer requests, and does not say when, is left alone so long; and so long at most */
export const MINT_BUSY_MS = MINUTE;
export const MINT_BUSY_MOST_MS = HOUR;
/** what is read of what a mint tells of itself */
export const MINT_NAME_MAX_CHARACTERS = 80;
export const MINT_TEXT_MAX_CHARACTERS = 4_000;
export const MINT_LIST_MAX = 100;
/** of the calls that it guards (NUT-22) */
export const MINT_GUARDED_MAX = 1_000;
/** not in the specification: what a mint may list at most */
export const KEYSETS_MAX = 500;
/** not in the specification: what a keyset may have at most; real ones have 64 */
export const KEYSET_MAX_KEYS = 256;
/** not in the specification: a keyset that ends is left so many ms before */
export const KEYSET_LEAVE_BEFORE_MS = 14 * DAY;
/** one that is only out of use is left when that costs at most this part of what its proofs are worth; many are made into fewer, too */
export const KEYSET_LEAVE_COST_PART = 0.01;
/** of what was seen of a mint so many days are kept, and so many durations */
export const MINT_DAYS_KEPT = 28;
export const MINT_DURATIONS_KEPT = 20;
/** days that are shown of a mint */
export const SEEN_DAYS = 28;
/** ms in which what was seen of mints gathers before it is written down */
export const MINT_TALLY_MS = 2 * SECOND;
/** not in the specification: of recommended mints, what is read of one person, of one event and of all together */
export const MINTS_OF_PERSON = 20;
export const MINT_ADDRESSES_OF_EVENT = 3;
export const RECOMMENDED_MINTS_MAX = 20;
export const REVIEWS_OF_MINT = 50;
export const REVIEW_MAX_CHARACTERS = 500;
/** authors in one filter, and filters in one request: relays take no longer ones */
export const RECOMMENDING_AUTHORS_AT_ONCE = 500;
export const RECOMMENDATION_FILTERS_MOST = 4;
export const RECOMMENDATIONS_ASKED = 500;
export const MINT_ANNOUNCEMENTS_ASKED = 50;
/** what was recommended counts as new for so long */
export const RECOMMENDATIONS_STALE_MS = 10 * MINUTE;

// how much may be held where, and the recovery phrase
/** above it one mint should not hold more than its share, in sats */
export const SPREAD_FROM_SATS = 50_000;
/** the most that one mint should hold of it */
export const MINT_SHARE_MOST = 0.5;
/** above it the recovery phrase is asked for until it was checked, in sats */
export const WORDS_FROM_SATS = 10_000;
/** not in the specification: how long the words are shown before they are hidden again; twelve are to be written by hand */
export const WORDS_SHOWN_MS = 5 * MINUTE;
/** of the recovery phrase: how many words are asked for, and among how many each is to be found */
export const CHECKED_WORDS = 3;
export const CHECKED_WORD_CHOICES = 4;
/** TOKEN-21: bytes of a seed */
export const SEED_BYTES_MIN = 16;
export const SEED_BYTES_MAX = 64;
/** TOKEN-23: numbers asked for at once when ecash is recovered */
export const SCAN_BATCH = 100;
/** after so many batches without anything in a row a keyset is done (TOKEN-23: 300 numbers) */
export const SCAN_EMPTY_BATCHES = 3;
/** not in the specification: more mints than that are not taken from one saved list */
export const BACKUP_MINTS_MOST = 100;
/** versions of the list that one relay is asked for */
export const BACKUP_VERSIONS_MOST = 10;

// deposits and payments
/** how soon a mint is asked whether a deposit was paid, and how much later each time (DEPOSIT-06) */
export const DEPOSIT_FIRST_CHECK_MS = 2_500;
export const DEPOSIT_CHECK_STEP_MS = 500;
/** and how much later when the mint is busy (DEPOSIT-12) */
export const DEPOSIT_BUSY_STEP_MS = 5 * SECOND;
/** not in the specification: between checks of a mint that is not busy, at most, and how long one may send away */
export const DEPOSIT_CHECK_MOST_MS = MINUTE;
export const DEPOSIT_SENT_AWAY_MOST_MS = HOUR;
/** how often, and how soon, the tokens of a deposit are asked for again (DEPOSIT-14) */
export const MINTING_RETRY_MS = 1_500;
export const MINTING_RETRIES = 3;
/** not in the specification: invoices are paid late, too, and the mint keeps that money for whoever asks */
export const DEPOSIT_LATE_CHECK_MS = DAY;
/** ms; the first looks after its time come sooner: a payment on its way then may settle a little later */
export const DEPOSIT_JUST_LATE_CHECKS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE] as const;
export const DEPOSIT_LATE_MS = 30 * DAY;
/** not in the specification: until the socket of a mint that ended is tried again */
export const MINT_SOCKET_AGAIN_MS = 30 * SECOND;
/** not in the specification: so long, in ms, the device that began it has for taking it itself once it is paid */
export const QUOTE_OF_ANOTHER_DEVICE_MS = 3 * SECOND;
/** sats that a mint must hold beside the amount of an invoice that it is to pay (MELT-06) */
export const PAYMENT_SPARE = 3;
/** what Lightning is believed to cost as long as no mint was asked: so much of the amount, and no less than the spare */
export const LIGHTNING_RESERVE_SHARE = 0.01;
/** So often the split is thought over by what mints want for it. */
export const PARTS_TRIES = 5;
/** 'all' is asked for anew with less, so often: what Lightning costs is known for an invoice only */
export const TRANSFER_TRIES = 4;
/** of what an operation was for, in characters */
export const OPERATION_NOTE_MAX = 200;
/** ms for which an offer that is not used any more is looked at once a day: somebody may still have it */
export const OFFER_LATE_MS = 30 * DAY;
/** one request takes no more than so many of the largest pieces that a mint has; the rest comes with the next one */
export const LARGEST_PIECES_MOST = 50;
/** sats that a move from mint to mint brings besides, for the fee of the payment it is made for */
export const MOVE_SPARE_SATS = 3;

// proofs and tokens
/** how many proofs of each denomination are kept in stock (TOKEN-20) */
export const DENOMINATION_TARGET = 3;
/** not in the specification: what one request may ask for, as the large mints allow it */
export const OUTPUTS_MAX = 1000;
/** not in the specification: what one request of ours spends at most; the large mints take twice as many, others fewer */
export const INPUTS_MOST = 500;
/** how long, and how often, the best proofs for an amount are looked for (PROOF-01) */
export const SELECTION_TIME_MS = 1000;
export const SELECTION_TRIALS = 60;
/** of those, for the largest proofs alone where all of them make up an amount in too many pieces */
export const SELECTION_TRIALS_KEPT = 30;
/** ms after 'already spent' until the proofs of a mint are looked through (MELT-09) */
export const CONSOLIDATION_DELAY_MS = 2500;
/** not in the specification: more proofs than that are made into fewer */
export const CONSOLIDATION_PROOFS_MOST = 32;
/** not in the specification: so many of the largest are left alone then, so that something can be spent meanwhile */
export const CONSOLIDATION_LEFT_ALONE = 16;
/** proofs whose state is asked for at once (PROOF-04) */
export const CHECK_BATCH = 100;
/** not in the specification: proofs of which is remembered that they are proven; a token that is taken was looked at just before */
export const PROVEN_MOST = 1_000;
/** proofs that are exchanged by one request: mints bound it */
export const PROOFS_TOGETHER = 100;
/** not in the specification: proofs that one private message or nutzap holds, with their locks and what proves that they are signed */
export const EVENT_PROOFS_MOST = 40;
/** of the secret of a proof, as the mints bound it */
export const SECRET_MAX_CHARACTERS = 1024;
/** not in the specification: after that long nothing can ask for the secret of what was spent */
export const SECRETS_KEPT_MS = 7 * DAY;
/** not in the specification: some hundred locked proofs; what is longer is not read */
export const TOKEN_MAX_CHARACTERS = 512_000;
export const TOKEN_MAX_PROOFS = 1000;
export const TOKEN_MEMO_MAX_CHARACTERS = 500;
/** not in the specification: how deep a token may be, which needs four */
export const TOKEN_MAX_DEPTH = 16;
/** of a token in a note: a longer one may have been cut with the note */
export const TOKEN_GLANCE_MAX_CHARACTERS = 60_000;
/** not in the specification: more tokens in notes are not asked for by themselves, whatever notes come by */
export const TOKENS_ASKED_ALONE_MOST = 12;
export const TOKENS_ASKED_ALONE_MS = MINUTE;
/** bytes of a fragment: the code of a part is read from a screen at arm's length */
export const CODE_FRAGMENT_MOST = 160;
/** not in the specification: what is longer is no token (TOKEN_MAX_CHARACTERS) */
export const CODE_MESSAGE_MOST = 600_000;
export const CODE_PARTS_MOST = 4_000;

// requests, and what arrives for them
/** not in the specification: what is longer does not fit into the address that opens it */
export const REQUEST_GLANCE_MAX_CHARACTERS = 2_000;
/** not in the specification: a dozen mints and transports take a tenth of it */
export const REQUEST_MAX_CHARACTERS = 20_000;
/** tags of a transport or a lock, texts in one, transports, mints */
export const REQUEST_PARTS_MOST = 100;
export const REQUEST_ID_MAX_CHARACTERS = 200;
/** of the id of a request of one's own, which has two characters for each */
export const REQUEST_ID_BYTES = 8;
export const REQUEST_MEMO_MAX_CHARACTERS = 500;
export const REQUEST_MINTS_MOST = 30;
/** ms for which a request of one's own is watched */
export const REQUEST_WATCHED_MS = 30 * DAY;
/** payments of one request that wait to be taken: another one is taken from its message, or opened again in the next visit */
export const REQUEST_WAITING_MOST = 200;
/** payments of one request that wait for the user: another one is opened again in the next visit */
export const REQUEST_ASKING_MOST = 50;
/** payments of one request that are kept though they are worth nothing */
export const REQUEST_REFUSED_MOST = 50;
/** not in the specification: more often than that a payment which its mint refuses is tried only by hand */
export const REQUEST_TRIES_MOST = 10;
/** payments of one request that are shown */
export const REQUEST_SHOWN_MOST = 200;
/** not in the specification: how long whoever asks to be paid by HTTP may take to say so */
export const POST_TIMEOUT_MS = 30 * SECOND;
/** not in the specification: how ecash for somebody is brought once more by itself, less and less often, for about two days */
export const CARRY_AGAIN_FIRST_MS = 2 * SECOND;
export const CARRY_AGAIN_FACTOR = 4;
export const CARRY_AGAIN_MOST_MS = 6 * HOUR;
export const CARRY_AGAIN_TRIES = 14;
/** as many that arrived by message are shown; the rest waits until some of these were taken */
export const ARRIVALS_MOST = 50;
/** as many that were put away are remembered */
export const ARRIVALS_AWAY_MOST = 500;

// a Lightning address that pays into ecash
export const ADDRESS_SERVICE_MAX_CHARACTERS = 256;
/** not in the specification: how often is looked for what arrived while the app is open, and how soon again at the earliest */
export const ADDRESS_FETCH_EVERY_MS = 10 * MINUTE;
export const ADDRESS_FETCH_AGAIN_MS = MINUTE;
/** as many payments are asked for at once (the service gives no more), and so many that cannot be taken are passed in one round */
export const ADDRESS_QUOTES_PAGE = 50;
export const ADDRESS_QUOTES_MOST = 1_000;
/** not in the specification: how long a service may take, and of an answer; fifty payments take a tenth of it */
export const ADDRESS_TIMEOUT_MS = 10 * SECOND;
export const ADDRESS_ANSWER_MAX_CHARACTERS = 500_000;
export const ADDRESS_SAID_MAX_CHARACTERS = 200;
/** clocks differ, and a payment may be noted late: so far back is asked for again */
export const ADDRESS_OVERLAP_S = HOUR / SECOND;

// nutzaps
/** proofs of one nutzap that are read: powers of two that make up any sum, and room for others */
export const NUTZAP_PROOFS_MOST = 100;
export const NUTZAP_PROOF_MAX_CHARACTERS = 2_500;
export const NUTZAP_COMMENT_MAX_CHARACTERS = 280;
/** mints of somebody that are read */
export const NUTZAP_MINTS_MOST = 20;
/** relays of ours that are named, at most */
export const NUTZAP_RELAYS_MOST = 6;
/** what somebody said of how they take nutzaps is believed for so long, but never when something is given */
export const NUTZAP_INFO_STALE_MS = 10 * MINUTE;
/** relays that a gift is brought to, at most */
export const NUTZAP_SENT_RELAYS_MOST = 8;
/** nutzaps that are looked after at once */
export const NUTZAPS_MOST = 500;
/** so far, in s, back in time what comes late is still heard of: its sender may have been without a network */
export const NUTZAP_LATE_S = (14 * DAY) / SECOND;
/** nutzaps that a relay is asked for at once; those behind them are read page by page */
export const NUTZAPS_ASKED_MOST = 500;
/** so often the same ecash of nutzaps is tried, whose mint refuses to exchange it: each time once in a visit */
export const NUTZAP_TRIES_MOST = 10;
/** nutzaps of which it is remembered whether they are good */
export const NUTZAPS_KNOWN_MOST = 2_000;
/** mints of strangers that are asked for their keys in one visit, at most */
export const STRANGE_MINTS_ASKED_MOST = 30;
/** ids of nutzaps that are over which are remembered; those that were taken the ledger knows */
export const NUTZAPS_OVER_MOST = 300;

// what goes on after a step, a crash, in another tab
/** ms until an operation is led on: each time twice as long up to a bound; a mint that says when is asked no sooner */
export const LEAD_FIRST_MS = 2 * SECOND;
export const LEAD_MOST_MS = MINUTE;
/** for so long a move is tried that could not be begun; then its worth stays where it is */
export const MOVE_GOES_ON_MS = DAY;
/** More often than that the same thing is not tried with other outputs. */
export const RENEWALS = 40;
/** what ended is what it spends, then: no other outputs mend that */
export const RENEWALS_OF_ENDED = 2;
/** the same of a payment that somebody waits for, where another device with the same words is ahead: up to 127 numbers */
export const RENEWALS_OF_PAYMENT = 8;
/** not in the specification: for so long change that a mint still owes is looked for once it calls a payment paid */
export const CHANGE_LATE_MS = HOUR;
/** So often a mint is believed that it has the outputs under way: some five minutes, by `leadDelay`. */
export const PASSING_MOST = 10;
/** So often a payment leaves that goes on by itself; the mint takes one of the same quote once. */
export const PAYMENT_SENDS = 5;
/** So often in a row something else, or another tab, may be quicker. */
export const OVERTAKEN_MOST = 20;
/** Numbers of the seed that are left out each time another device was there first: more each time, up to a bound. */
export const SEED_SKIP_MOST = 100;
/** Two that begin at once may want the same proofs or numbers: so often one of them thinks it over. */
export const FREE_TRIES = 8;
/** not in the specification: ms that somebody waits for what other operations are about to give back */
export const CHANGE_WAIT_MS = 10_000;
/** not in the specification: ms that a question waits for the one before; an answer that is lost holds nobody up */
export const JOINT_STATES_WAIT_MS = 1_000;
/** not in the specification: ms in which a worker answers for the first time, also on a slow device; one that does not is none */
export const ECASH_WORKER_START_MS = 20_000;
/** not in the specification: ms within which the tab that acts answers, and ms between questions */
export const ACTING_TAB_ANSWER_MS = 300;
export const ACTING_TAB_ASK_AGAIN_MS = 1_200;
/** ms in which a tab that wrote something down tells of it, unless it is gone */
export const TABS_TOLD_MS = 2_000;
/** not in the specification: ms until a ledger that could not be read is read again */
export const LEDGER_AGAIN_MS = 2_000;
/** not in the specification: ms in which the browser opens a database, unless another tab keeps an older one open */
export const LEDGER_OPEN_MS = 10_000;
/** more rows that a change touched are not named one by one */
export const TOUCHED_NAMES_MOST = 200;

// what relays hold of ecash
/** what relays did not take is told again after so long (WEV-10) */
export const TELL_AGAIN_MS = 10 * SECOND;
/** not in the specification: but not sooner after it was told to the end, however long that took */
export const TELL_PAUSE_MS = 2 * SECOND;
/** not in the specification: the newest wallet event, when it could not be read, is tried again after so long */
export const WALLET_UNREAD_AGAIN_MS = HOUR;
/** not in the specification: so many events are told at the same time */
export const TOLD_AT_ONCE = 16;
/** not in the specification: one deletion names no more, so that its event stays below 64 KB */
export const DELETED_AT_ONCE = 500;
/** so many relays must have what replaces an event before that one is deleted; fewer where there are no more */
export const STANDS_ON_RELAYS = 2;
/** more token events of one mint than that are made one, unless that is a lot to write anew each time */
export const TOKEN_EVENTS_MOST = 8;
export const PROOFS_JOINED_MOST = 300;
/** so long a relay that lacks a deletion is told of it when there is an occasion */
export const DELETIONS_TOLD_MS = 7 * DAY;
/** What may be in the plain content of an event; what is longer is of nobody who means well. */
export const WALLET_CONTENT_MAX_CHARACTERS = 262_144;
/** not in the specification: bytes of a plain content whose encrypted event stays below 64 KB (NIP-44 fills up in steps) */
export const WALLET_EVENT_MAX_BYTES = 40_000;
/** so many events are named as replaced; all of them are deleted besides */
export const TOKEN_DEL_MAX = 64;
/** NIP-60: about as long as a payment by Lightning may be under way */
export const QUOTE_KEPT_S = (14 * DAY) / SECOND;
export const QUOTE_MAX_CHARACTERS = 1000;
/** Mints or keys of one wallet; more are not read. */
export const WALLET_MAX_TAGS = 500;
/** tags of one event of the history */
export const HISTORY_MAX_TAGS = 1000;
/** not in the specification: events of one wallet that are kept in mind; more than that no wallet needs */
export const WALLET_EVENTS_MOST = 20_000;
/** not in the specification: of what happened elsewhere the last of it is read, for each piece takes the signer */
export const WALLET_HISTORY_MOST = 500;
/** so far, in s, the clock of another device may be behind */
export const DEVICE_CLOCK_SLACK_S = 60;
/** not in the specification: so long the slowest relay is waited for before what the others have is taken in */
export const READING_PATIENCE_MS = 5 * SECOND;
/** versions of a list of one's own that each relay is asked for */
export const OWN_LIST_VERSIONS = 5;
/** not in the specification: what changes further within so many ms is told together, and how often it is waited for */
export const SETTLE_MS = 1_000;
export const SETTLES_MOST = 4;
/** not in the specification: ms in which what relays tell gathers before mints are asked */
export const TOLD_GATHERS_MS = 400;
/** not in the specification: characters; invoices and tokens grow with it */
export const MEMO_MAX_CHARACTERS = 100;
/** after so many days what nobody took of a locked token can be taken back; 0: never */
export const TAKE_BACK_DAYS = [1, 7, 30, 0] as const;
/** what is chosen at first */
export const TAKE_BACK_USUAL_DAYS = 7;

// what is shown of it
/** how long a token is seen until somebody looks at it rather than scrolls by */
export const TOKEN_REST_MS = 1_000;
/** how much of it is seen when somebody looks at it rather than scrolls by */
export const TOKEN_SEEN_PART = 0.6;
/** answers about tokens in notes that are remembered */
export const TOKEN_ANSWERS_KEPT = 500;
/** characters that one code holds so that a camera at arm's length still reads it */
export const CODE_STILL_MOST = 600;
/** ms that one part of a moving code is shown */
export const CODE_PART_MS = 250;
/** people offered while a name is typed, and from how many characters on */
export const PERSON_NAMES_MOST = 4;
export const PERSON_NAME_LEAST = 2;
/** ms after the last key until costs are asked for */
export const COSTS_TYPING_MS = 250;
/** ms after the last key until a token is read */
export const TOKEN_TYPING_MS = 250;
/** what is brought once more within so long is said to be brought soon */
export const REQUEST_SOON_MS = 10 * SECOND;
/** ms after which it is said that an act with ecash takes long, and that nobody has to wait for it */
export const ACT_LONG_MS = 5_000;
/** ways to reach a mint that are shown */
export const MINT_CONTACTS_SHOWN = 8;
/** of the last movements so many stand on the page of ecash */
export const LAST_MOVEMENTS_SHOWN = 6;
/** mints that people recommend, and faces of those who do, that are shown */
export const RECOMMENDED_MINTS_SHOWN = 5;
export const RECOMMENDING_FACES_SHOWN = 3;
