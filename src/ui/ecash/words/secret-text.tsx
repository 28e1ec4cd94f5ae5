import { useLayoutEffect, useRef } from 'react';

/** A word of the recovery phrase. React never holds it: it is written into the page while it is shown. */
export const SecretText = ({ read }: { read: () => string }) => {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const written = place.current!;
    written.textContent = read();
    return () => {
      written.textContent = '';
    };
  }, [read]);
  return <span ref={place} dir="ltr" translate="no" />;
};
