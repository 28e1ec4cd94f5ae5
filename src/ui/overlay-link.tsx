import { useOpenOverlay } from './overlay.ts';
import type { AppSearch } from './search-params.ts';

/** Leads within a sentence to an overlay; `place` names a part of it. */
export const OverlayLink = ({ to, place, children }: { to: AppSearch; place?: string; children: string }) => {
  const open = useOpenOverlay();
  return (
    <button type="button" className="link" aria-haspopup="dialog" onClick={() => open(to, place)}>
      {children}
    </button>
  );
};
