/** Who is logged in, and whether they can sign at this moment. */
export type Login = {
  pubkey: string | undefined;
  /** 'read only': by public key alone, so that nothing can ever be signed */
  signing: 'possible' | 'locked' | 'read only';
};

/** What the slot `watch login` tells, once at the start and after each change. */
export type LoginFact = { type: 'login.changed' } & Login;

const login = ({ event }: { event: LoginFact }) => event;

/** Guards of charts that are about whoever is logged in; their context has the `pubkey`. */
export const loginGuards = {
  'is nobody': (_: unknown, { pubkey }: Login) => pubkey === undefined,
  'is somebody else': ({ context }: { context: { pubkey: string } }, { pubkey }: Login) =>
    pubkey !== undefined && pubkey !== context.pubkey,
};

/** The region of such a chart that hears of logins. */
export const loginWatch = {
  initial: 'watched',
  states: {
    watched: { invoke: { id: 'watch login', src: 'watch login', onError: 'unwatched' } },
    unwatched: { description: 'Nobody logs in or out any more until the app starts anew.' },
  },
} as const;

/** Somebody logged in: their state is entered, anew where it was that of another person. */
export const toUser = {
  guard: { type: 'is somebody else', params: login },
  target: 'user',
  reenter: true,
  actions: { type: 'note user', params: login },
} as const;

/** The state in which nobody is logged in. */
export const visitor = {
  description: 'Nobody is logged in.',
  entry: 'forget user',
  on: { 'login.changed': toUser },
} as const;

/** The ways out of the state of a user: nobody is logged in any more, or somebody else is. */
export const fromUser = <Target extends string>(target: Target) =>
  [{ guard: { type: 'is nobody', params: login }, target }, toUser] as const;

/** Whether they can sign changed. */
export const noteSigning = { type: 'note signing', params: login } as const;
