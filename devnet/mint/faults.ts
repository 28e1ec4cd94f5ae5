/** What a mint does, by the names that scripts of faults use. */
export type Endpoint =
  | 'info'
  | 'keys'
  | 'keysets'
  | 'swap'
  | 'mint'
  | 'mint quote'
  | 'check mint quote'
  | 'melt'
  | 'melt quote'
  | 'check melt quote'
  | 'checkstate'
  | 'restore'
  | 'socket';

/** How a request goes wrong. 'Executed' is what the books then say. */
export type Fault =
  /** not executed, no answer */
  | { readonly type: 'request dropped' }
  /** executed, no answer */
  | { readonly type: 'answer dropped' }
  /** no answer; executed after `ms`, or when `faults.release()` is called: the client has long given up */
  | { readonly type: 'request late'; readonly ms?: number }
  /** executed, answered after `ms` or at `faults.release()` */
  | { readonly type: 'answer late'; readonly ms?: number }
  /** executed two times in a row; the answer of the second is sent */
  | { readonly type: 'twice' }
  /** executed only after `ms` */
  | { readonly type: 'slow'; readonly ms: number }
  /** executed, half of the answer is sent as if it were the whole */
  | { readonly type: 'truncated' }
  | { readonly type: 'status'; readonly status: number; readonly retryAfter?: string; readonly isExecuted?: boolean }
  /** a refusal with the mint's own words, not executed */
  | { readonly type: 'refused'; readonly code: number; readonly detail?: string }
  /** the payment of a melt hangs, until `mint.endPayment`, or for `ms`, after which it ends as `ends` says */
  | { readonly type: 'payment pending'; readonly ms?: number; readonly ends?: 'paid' | 'failed' }
  | { readonly type: 'payment failed' }
  /** executed; the answer carries something wrong */
  | { readonly type: 'wrong dleq' | 'no dleq' | 'other keyset' | 'signature missing' | 'signature too many' }
  /** executed; `change` makes the answer what it is */
  | { readonly type: 'answer'; readonly change: (answer: unknown) => unknown };

type Script = {
  readonly on: Endpoint;
  readonly fault: Fault;
  /** from the how manyth request on; the next by default */
  readonly nth?: number;
  /** for how many requests; once by default */
  readonly times?: number;
};

/** The faults that a mint is to show; everything is well while nothing is scripted. */
export type MintFaults = {
  script(...scripts: readonly Script[]): void;
  clear(): void;
  /** lets go of everything that is held; answers with how much that was */
  release(): number;
  /** every request since the start, in order */
  readonly seen: readonly Endpoint[];
};

export type FaultDesk = MintFaults & {
  /** notes a request and says what goes wrong with it */
  take(on: Endpoint): Fault | undefined;
  /** waits `ms`, or for `release` */
  hold(ms: number | undefined): Promise<void>;
};

type Live = { readonly on: Endpoint; readonly fault: Fault; skip: number; left: number };

/** Keeps the script of faults. */
export function createFaults(): FaultDesk {
  let live: Live[] = [];
  const held = new Set<() => void>();
  const seen: Endpoint[] = [];
  const release = (): number => {
    const all = [...held];
    held.clear();
    for (const go of all) go();
    return all.length;
  };
  const take: FaultDesk['take'] = (on) => {
    seen.push(on);
    const mine = live.filter((each) => each.on === on);
    const due = mine.find(({ skip }) => skip === 0);
    for (const each of mine) if (each.skip > 0) each.skip -= 1;
    if (due === undefined) return undefined;
    due.left -= 1;
    if (due.left === 0) live = live.filter((each) => each !== due);
    return due.fault;
  };
  return {
    script: (...scripts) =>
      void live.push(
        ...scripts.map(({ on, fault, nth = 1, times = 1 }) => ({ on, fault, skip: nth - 1, left: times })),
      ),
    clear() {
      live = [];
      release();
    },
    release,
    seen,
    take,
    hold: (ms) =>
      new Promise((done) => {
        if (ms === undefined) held.add(done);
        else setTimeout(done, ms);
      }),
  };
}

type Signed = { readonly id: string; readonly C_: string; readonly dleq?: { e: string; s: string } };

const SIGNED = ['signatures', 'change'] as const;
const OTHER_KEYSET = '00ffffffffffffff';

const wrongly: Readonly<Record<string, (list: readonly Signed[]) => readonly Signed[]>> = {
  'wrong dleq': (list) => list.map((each) => ({ ...each, dleq: { e: '11'.repeat(32), s: '22'.repeat(32) } })),
  'no dleq': (list) => list.map(({ dleq: _, ...each }) => each),
  'other keyset': (list) => list.map((each) => ({ ...each, id: OTHER_KEYSET })),
  'signature missing': (list) => list.slice(0, -1),
  'signature too many': (list) => [...list, ...list.slice(-1)],
};

/** The answer with its signatures made wrong in this way. */
export function spoil(answer: unknown, fault: Fault): unknown {
  if (fault.type === 'answer') return fault.change(answer);
  const change = wrongly[fault.type];
  if (change === undefined || typeof answer !== 'object' || answer === null) return answer;
  const spoilt = SIGNED.filter((key) => key in answer).map((key) => [
    key,
    change((answer as Record<string, readonly Signed[]>)[key]!),
  ]);
  return { ...answer, ...Object.fromEntries(spoilt) };
}
