import type { CSSProperties } from 'react';
import '#ui/ecash/moving.css';

type Props = {
  /** until it is full */
  seconds: number;
  /** another one begins anew */
  turn: number;
};

/** A ring that fills until the next look; it says nothing to screen readers, the words beside it do. */
export const PollRing = ({ seconds, turn }: Props) => (
  <svg className="ring" viewBox="0 0 40 40" aria-hidden="true">
    <circle className="ring__way" cx="20" cy="20" r="16" pathLength="100" />
    <circle
      key={turn}
      className="ring__part"
      cx="20"
      cy="20"
      r="16"
      pathLength="100"
      style={{ '--ring': `${seconds}s` } as CSSProperties}
    />
  </svg>
);
