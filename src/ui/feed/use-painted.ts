import { startTransition, useEffect, useState } from 'react';

/**
 * Whether the view has been painted once: what is seen then waits for nothing that is made after it. A deferred value would
 * come together with the list, whose code may be on its way.
 */
export const useIsPainted = (): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => startTransition(() => setPainted(true)), []);
  return isPainted;
};
