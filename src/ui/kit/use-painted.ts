import { startTransition, useEffect, useState } from 'react';

/**
 * Whether the view has been painted once: what is seen then waits for nothing that is made after it. A deferred value would
 * come together with what is on its way around it, and where React holds that back, it would draw both again and again until
 * then.
 */
export const useIsPainted = (): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => startTransition(() => setPainted(true)), []);
  return isPainted;
};
