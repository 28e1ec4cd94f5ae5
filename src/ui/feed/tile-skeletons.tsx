const TILES = 6;

/** Tiles that are being loaded, in the place of those of Image Mode. */
export const TileSkeletons = () => (
  <div className="feed skel__late" aria-hidden="true">
    <div className="gallery">
      {Array.from({ length: TILES }, (_, index) => (
        <span key={index} className="skel tile" />
      ))}
    </div>
  </div>
);
