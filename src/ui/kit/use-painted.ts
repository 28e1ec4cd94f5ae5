import { startTransition, useEffect, useState } from 'react';

/**
 * Whether the view has been painted once: what is seen then waits for nothing that is made after it. A deferred value would
 * be drawn again and again with what React holds back (docs/adr/0091-no-deferred-first-value.md).
 */
export const useIsPainted = (): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => startTransition(() => setPainted(true)), []);
  return isPainted;
};
