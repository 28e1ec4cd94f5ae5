import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** Links to the parts of one screen; the link of the part on screen carries `aria-current`, as `AppLink` sets it. */
export const TabLinks = ({ label, children }: { label: string; children: ReactNode }) => {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && current)
      bar.current.scrollLeft = current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2;
  });
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {children}
    </nav>
  );
};
