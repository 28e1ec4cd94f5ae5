import { profileTexts as texts } from '#ui/texts/profile.ts';
import { listCount } from './list-count.ts';
import { PartLink, useCounts, type PartProps } from './profile-parts.tsx';

const COUNTED = ['following', 'followers', 'relays'] as const;

/** Leads to the lists, where the mute list is, too. */
export const ProfileCounts = ({ pubkey, npub }: PartProps) => {
  const counts = useCounts(pubkey);
  return (
    <nav className="pf__counts" aria-label={texts.lists}>
      {COUNTED.map((list) => {
        const count = counts[list];
        const [before, after] = texts.counts[list](count ?? 0);
        return (
          <PartLink key={list} to={`/npub/$npub/${list}`} npub={npub}>
            {count === undefined ? (
              texts.tabs[list]
            ) : (
              <>
                {before}
                <b className="num">{listCount(list, count)}</b>
                {after}
              </>
            )}
          </PartLink>
        );
      })}
    </nav>
  );
};
