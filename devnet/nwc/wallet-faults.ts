/** What a wallet of the sample network does wrong with one request, instead of answering as it should. */
export type NwcFault =
  /** `pays`: the money moves all the same */
  | { readonly type: 'no answer'; readonly pays?: boolean }
  /** it pays at once and answers so many ms later */
  | { readonly type: 'late'; readonly ms: number }
  /** it waits so many ms, then pays and answers; until then the payment is pending */
  | { readonly type: 'slow'; readonly ms: number }
  | { readonly type: 'twice' }
  | { readonly type: 'error'; readonly code: string; readonly message?: string; readonly pays?: boolean }
  | { readonly type: 'undecryptable' }
  | { readonly type: 'wrong preimage' }
  | { readonly type: 'no result' }
  /** answers with what it likes */
  | { readonly type: 'result'; readonly result: unknown }
  /** the answer is signed by somebody else, or is to another request */
  | { readonly type: 'other key' }
  | { readonly type: 'other request' };

/** Time by the clock of whoever runs it, also a faked one. */
export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Faults that wait for their request, by method; '*' for any. */
export const createFaultScript = () => {
  const waiting: { method: string; fault: NwcFault }[] = [];
  return {
    /** the next request of the method, or the next `times`, goes wrong so */
    add(method: string, fault: NwcFault, times = 1) {
      for (let count = 0; count < times; count += 1) waiting.push({ method, fault });
    },
    take(method: string): NwcFault | undefined {
      const index = waiting.findIndex((one) => one.method === method || one.method === '*');
      return index < 0 ? undefined : waiting.splice(index, 1)[0]!.fault;
    },
    clear() {
      waiting.length = 0;
    },
  };
};

export type FaultScript = ReturnType<typeof createFaultScript>;
