import { RECOMMENDED_MINTS_SHOWN, RECOMMENDING_FACES_SHOWN } from '#domain/ecash/ecash-limits.ts';
import { mintTints } from '#domain/ecash/words/shares.ts';
import type { RecommendedMint } from '#domain/ecash/mints/recommendation.ts';
import { Button } from '#ui/kit/button.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { useMeeting } from './meetings.ts';
import { shortMint } from './mint-address.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useRecommended } from './use-recommended.ts';
import '#ui/ecash/ecash.css';

const { recommended: texts } = ecashTexts;

const Name = ({ pubkey }: { pubkey: string }) => <bdi>{useDisplayName(pubkey)}</bdi>;

/** One mint: it is asked who it is when somebody wants to add it, and then shown; nothing is added yet. */
const Recommended = ({ mint: { url, by }, urls }: { mint: RecommendedMint; urls: readonly string[] }) => {
  const open = useOpenOverlay();
  const access = useEcashAccess();
  const { meeting, meet, isBusy, problem } = useMeeting(url);
  const name = meeting?.facts.info.name || shortMint(url);
  const show = () => open({ money: 'mint', of: url });
  const look = async () => {
    if (access === 'locked') open({ unlockKey: true });
    else if (await meet()) show();
  };
  return (
    <li className="item">
      <MintMark name={name} tint={mintTints(urls).get(url)} />
      <button type="button" className="item__txt" aria-haspopup="dialog" onClick={show}>
        <b className="clip">
          <bdi>{name}</bdi>
        </b>
        <small className={problem === undefined ? 'clip' : 'c-warn'}>{problem ?? texts.people(by.length)}</small>
      </button>
      <span className="avatars" aria-hidden="true">
        {by.slice(0, RECOMMENDING_FACES_SHOWN).map(({ pubkey }) => (
          <PersonAvatar key={pubkey} pubkey={pubkey} size="s" />
        ))}
      </span>
      <Button size="s" busy={isBusy} aria-label={ecashTexts.add.addName(name)} onClick={() => void look()}>
        {ecashTexts.add.add}
      </Button>
    </li>
  );
};

const Quote = ({ mints }: { mints: readonly RecommendedMint[] }) => {
  const mint = mints.find(({ by }) => by[0]!.text !== '') ?? mints[0]!;
  const { meeting } = useMeeting(mint.url);
  const review = mint.by[0]!;
  if (review.text === '') return null;
  return (
    <p className="hint rec__said" dir="auto">
      <Name pubkey={review.pubkey} /> {texts.about(meeting?.facts.info.name || shortMint(mint.url))}{' '}
      <q>{review.text}</q>
    </p>
  );
};

/** Mints that people recommend whom the user follows, without those that are used already; nothing when there are none. */
export const RecommendedMints = () => {
  const { known, isSilent } = useRecommended();
  const used = new Set(useEcashStand()?.mints.flatMap(({ url, isOwn }) => (isOwn ? [url] : [])));
  const mints = known?.mints.filter(({ url }) => !used.has(url)).slice(0, RECOMMENDED_MINTS_SHOWN) ?? [];
  if (isSilent) return <p className="hint">{texts.silent}</p>;
  if (mints.length === 0) return null;
  const urls = mints.map(({ url }) => url);
  return (
    <section className="wl__part">
      <h2>{texts.title}</h2>
      <ul className="list rec" aria-label={texts.title}>
        {mints.map((mint) => (
          <Recommended key={mint.url} mint={mint} urls={urls} />
        ))}
      </ul>
      <Quote mints={mints} />
    </section>
  );
};
