/** The parameters of every address: overlays that are open, and what is searched for (ROUTE-17 to ROUTE-20). */
export type AppSearch = {
  settings?: true;
  /** the relays and how each stands */
  relayStatus?: true;
  /** id of the note whose thread is open */
  thread?: string;
  contacts?: 'followers' | 'following';
  relayDiscovery?: true;
  /** picture of the viewer, from 0, and the id of the note it stands in */
  image?: number;
  of?: string;
  /** what `/search` looks for */
  q?: string;
};

const LONGEST = 2_000;

const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

const text = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value;
  return typeof read === 'string' && read !== '' && read.length <= LONGEST ? read : undefined;
};

const index = (value: unknown): number | undefined => {
  const number = Number(text(value));
  return Number.isInteger(number) && number >= 0 ? number : undefined;
};

const list = (value: unknown) => (value === 'followers' || value === 'following' ? value : undefined);

/** Reads the parameters of an address; what is unknown or makes no sense is left out. */
export const readSearch = (raw: Readonly<Record<string, unknown>>): AppSearch => {
  const read = {
    settings: flag(raw['settings']),
    relayStatus: flag(raw['relayStatus']),
    thread: text(raw['thread']),
    contacts: list(raw['contacts']),
    relayDiscovery: flag(raw['relayDiscovery']),
    image: index(raw['image']),
    of: text(raw['of']),
    q: text(raw['q']),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as AppSearch;
};
