import { useLayoutEffect, useRef, type ReactNode } from 'react';

type Props = { label: string; className?: string; children: ReactNode };

/** Links to the parts of one screen; the link of the part on screen carries `aria-current`, as `AppLink` sets it. */
export const TabLinks = ({ label, className, children }: Props) => {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && current)
      bar.current.scrollLeft = current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2;
  });
  return (
    <nav ref={bar} className={className === undefined ? 'tabs' : `tabs ${className}`} aria-label={label}>
      {children}
    </nav>
  );
};
