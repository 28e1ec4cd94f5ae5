/** One frame of a relay on its way to the requests: an EVENT, or a message that must not overtake EVENTs. */
export type Entry = {
  readonly lane: Lane;
  readonly subId: string;
  /** the raw EVENT frame until it is settled */
  text: string;
  /** the id the frame claims, read without a check */
  readonly peeked: string | undefined;
  /** another frame claimed the same id and was forged: check this one whatever else is being checked */
  alone: boolean;
  settled: boolean;
  /** what goes out when it is this entry's turn; nothing for an invalid frame */
  deliver: (() => void) | undefined;
  next: Entry | undefined;
};

export type FrameCounts = {
  frames: number;
  duplicates: number;
  verified: number;
  invalid: number;
  dropped: number;
  ignored: number;
};

/** The frames of one relay in their order: a list from `first` to `last`, all before `unread` taken for checking. */
export type Lane = {
  readonly relay: string;
  readonly counts: FrameCounts;
  first: Entry | undefined;
  last: Entry | undefined;
  unread: Entry | undefined;
  /** entries to take again, see `Entry.alone` */
  readonly again: Entry[];
  /** entries in the list, and the characters of their raw frames */
  frames: number;
  characters: number;
  /** entries nobody has taken for checking yet */
  waiting: number;
  overloaded: boolean;
};

export const newCounts = (): FrameCounts => ({
  frames: 0,
  duplicates: 0,
  verified: 0,
  invalid: 0,
  dropped: 0,
  ignored: 0,
});

export const newLane = (relay: string, counts: FrameCounts): Lane => ({
  relay,
  counts,
  first: undefined,
  last: undefined,
  unread: undefined,
  again: [],
  frames: 0,
  characters: 0,
  waiting: 0,
  overloaded: false,
});

export const newEntry = (lane: Lane, subId: string, text = '', peeked?: string): Entry => ({
  lane,
  subId,
  text,
  peeked,
  alone: false,
  settled: false,
  deliver: undefined,
  next: undefined,
});

/** Puts the entry at the end; one that is not settled waits to be taken. */
export const append = (entry: Entry): void => {
  const { lane } = entry;
  if (lane.last) lane.last.next = entry;
  else lane.first = entry;
  lane.last = entry;
  lane.unread ??= entry;
  lane.frames += 1;
  lane.characters += entry.text.length;
  if (!entry.settled) lane.waiting += 1;
};

/** The next entry to check. */
export const take = (lane: Lane): Entry | undefined => {
  if (lane.waiting === 0) return undefined;
  lane.waiting -= 1;
  const again = lane.again.pop();
  if (again) return again;
  while (lane.unread?.settled) lane.unread = lane.unread.next;
  const entry = lane.unread;
  lane.unread = entry?.next;
  return entry;
};

/** Puts a taken entry back to be checked alone. */
export const takeAgain = (entry: Entry): void => {
  entry.alone = true;
  entry.lane.again.push(entry);
  entry.lane.waiting += 1;
};

/** Ends the entry's check; `deliver` runs when all entries before it are out. */
export const settle = (entry: Entry, deliver: (() => void) | undefined): void => {
  entry.lane.characters -= entry.text.length;
  entry.text = '';
  entry.settled = true;
  entry.deliver = deliver;
};

/** Removes and gives the first entry when it is settled. */
export const shift = (lane: Lane): Entry | undefined => {
  const { first } = lane;
  if (!first?.settled) return undefined;
  lane.first = first.next;
  if (!lane.first) lane.last = undefined;
  if (lane.unread === first) lane.unread = first.next;
  lane.frames -= 1;
  return first;
};
