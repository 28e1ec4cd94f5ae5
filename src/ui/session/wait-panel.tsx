import type { CSSProperties, ReactNode } from 'react';

type Props = {
  title: string;
  why: ReactNode;
  /** at the end of the line: how long already */
  time?: string;
  /** ms it will take; left out or 0: nobody knows */
  expectedMs?: number;
};

/** Says what is being waited for, and shows how far it is. */
export const WaitPanel = ({ title, why, time, expectedMs = 0 }: Props) => (
  <div className="wait">
    <div className="spread">
      <output>
        <b>{title}</b>
      </output>
      {time !== undefined && <span className="num t-sm c-3">{time}</span>}
    </div>
    {expectedMs > 0 ? (
      <div className="stripe stripe--timed" style={{ '--time': `${expectedMs}ms` } as CSSProperties}>
        <i />
      </div>
    ) : (
      <div className="stripe stripe--wait">
        <i />
      </div>
    )}
    <small>{why}</small>
  </div>
);
