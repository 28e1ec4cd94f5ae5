const Line = ({ width }: { width: string }) => <span className="skel" style={{ inlineSize: width }} />;

/** The shape of a note that is not there yet; shows only after 150 ms. Lines of 63, 64, 20 and 9 characters. */
const NoteSkeleton = () => (
  <div className="note">
    <span className="skel avatar skel--av" />
    <div className="note__head">
      <Line width="8.5rem" />
    </div>
    <div className="note__body skel__lines">
      <Line width="97%" />
      <Line width="100%" />
      <Line width="31%" />
      <Line width="14%" />
    </div>
  </div>
);

/** Notes that are being loaded. */
export const NoteSkeletons = ({ count }: { count: number }) => (
  <div className="feed skel__late" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <NoteSkeleton key={index} />
    ))}
  </div>
);

/** Rows of a list with an avatar, or relays, that are being loaded. */
export const RowSkeletons = ({ count }: { count: number }) => (
  <div className="skel__late" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="item">
        <span className="skel avatar skel--av" />
        <span className="item__txt skel__lines">
          <Line width="9rem" />
          <Line width="14rem" />
        </span>
      </div>
    ))}
  </div>
);
