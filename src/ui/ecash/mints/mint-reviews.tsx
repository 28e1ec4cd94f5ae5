import { useState } from 'react';
import type { Review } from '#domain/ecash/mints/recommendation.ts';
import { SECOND } from '#domain/units.ts';
import { InParts } from '#ui/kit/in-parts.tsx';
import { PersonRow } from '#ui/ecash/person-row.tsx';
import { dayInWords } from '#ui/texts/dates.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { useRecommended } from './use-recommended.ts';

const { recommended: texts } = ecashTexts;

const Said = ({ review: { pubkey, at, text } }: { review: Review }) => {
  const [now] = useState(Date.now);
  return (
    <li>
      <PersonRow pubkey={pubkey}>
        {text !== '' && (
          <span className="md__text" dir="auto">
            {text}
          </span>
        )}
        <small>{dayInWords(at * SECOND, now)}</small>
      </PersonRow>
    </li>
  );
};

/** Who of those whom the user follows recommends a mint, and what they say of it. */
export const MintReviews = ({ url }: { url: string }) => {
  const { known, isSilent } = useRecommended();
  const by = known?.mints.find((mint) => mint.url === url)?.by ?? [];
  if (!known && !isSilent) return null;
  return (
    <section className="wl__part">
      <h2>{texts.by}</h2>
      {by.length === 0 ? (
        <p className="hint">{isSilent ? texts.silent : texts.nobody}</p>
      ) : (
        <InParts items={by}>
          {(shown) => (
            <ul className="list" aria-label={texts.by}>
              {shown.map((review) => (
                <Said key={review.id} review={review} />
              ))}
            </ul>
          )}
        </InParts>
      )}
    </section>
  );
};
