import { Suspense, useState } from 'react';
import { problemOf } from '#domain/problem.ts';
import type { ProfileRef } from '#domain/protocol/event.ts';
import { encodeNpub, shortNpub } from '#domain/protocol/identifiers.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { UnreadableProfile } from '#domain/profile/unreadable-profile.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { Face } from '#ui/note/person-avatar.tsx';
import type { FaceProps } from '#ui/kit/avatar.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { RetryButton } from '#ui/kit/retry-button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { FollowButton } from '#ui/social/person-buttons.tsx';
import { socialTexts as words } from '#ui/texts/social.ts';
import { useFollowsMe } from '#ui/social/use-people.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount, useMuted, useOnline, usePreference } from '#ui/system-context.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { Nip05Line } from './nip05-line.tsx';
import { Placeholder } from './loading-placeholder.tsx';
import { ProfileAbout } from './profile-about.tsx';
import { ProfileBack } from './profile-back.tsx';
import { ReceivedZapsLine, ZapByEcashButton, ZapPersonButton } from './profile-zaps.tsx';
import { useProfileMetadata } from './profile-queries.ts';

const { profile: editing } = publishTexts;

/** Is tried again when the device comes back to a network. */
const BannerPicture = ({ url }: { url: string }) => {
  const attempt = `${useOnline()} ${url}`;
  const [failed, setFailed] = useState('');
  const [useAscii] = usePreference('useAscii');
  if (useAscii || url === '' || attempt === failed) return null;
  return <img src={url} alt="" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(attempt)} />;
};

/** The same of the picture at the head. */
const HeadPicture = (props: FaceProps) => {
  const online = useOnline();
  const [isLost, setLost] = useState(false);
  return (
    <span className="avatar avatar--xl" onErrorCapture={() => setLost(!online)}>
      <Face key={String(isLost && online)} {...props} />
    </span>
  );
};

const Contact = ({ metadata: { website, lud16, lud06 } }: { metadata: Metadata }) => {
  const lightning = lud16 || lud06;
  if (website === '' && lightning === '') return null;
  return (
    <ul className="pf__links">
      {website !== '' && (
        <li>
          <Icon name="link" size="s" />
          <a className="link" href={website} target="_blank" rel="noopener noreferrer nofollow me" dir="ltr">
            {linkLabel(website)}
          </a>
        </li>
      )}
      {lightning !== '' && (
        <li>
          <Icon name="bolt" size="s" />
          <span className="vh">{profileTexts.lightning}</span>
          <bdi className="clip">{lightning}</bdi>
        </li>
      )}
    </ul>
  );
};

const whyFailed = (error: Error | null): string => {
  if (error === null) return profileTexts.failedWhy;
  if (problemOf(error).code === 'no-relays-to-read') return relayTexts.none;
  return error instanceof UnreadableProfile ? profileTexts.unreadable : profileTexts.unanswered;
};

const Failed = ({ why, onRetry }: { why: string; onRetry: () => void }) => (
  <Banner tone="warn" icon="alert" title={profileTexts.failed}>
    <span className="spread">
      {why}
      <RetryButton look="line" size="s" onRetry={onRetry} />
    </span>
  </Banner>
);

/** Relays answered and have no profile of the user's: it is a new one, no failure. */
const NotYet = ({ onEdit }: { onEdit: () => void }) => (
  <Banner icon="user" title={profileTexts.notYet}>
    <span className="spread">
      {profileTexts.notYetWhy}
      <Button look="primary" size="s" onClick={onEdit}>
        {profileTexts.begin}
      </Button>
    </span>
  </Banner>
);

const Waiting = () => (
  <div className="pf__about">
    <Placeholder of="npub" />
    <Placeholder of="hex" />
    <Placeholder of="short hex" />
  </div>
);

/** What the user and this person are to each other. */
const Ties = ({ pubkey }: { pubkey: string }) => {
  const followsMe = useFollowsMe(pubkey);
  const isMuted = useMuted().has(pubkey);
  return (
    <>
      {followsMe && <span className="tag tag--accent">{words.followsYou}</span>}
      {isMuted && <span className="tag">{words.muted}</span>}
    </>
  );
};

const Name = ({ metadata, pubkey, waiting }: { metadata: Metadata | null; pubkey: string; waiting: boolean }) => {
  const npub = encodeNpub(pubkey);
  const name = useDisplayName(pubkey, metadata);
  const isUnknown = waiting && name === shortNpub(pubkey);
  return (
    <div className="pf__names">
      <h1>
        <span className="vh">{profileTexts.of}</span>
        <bdi className={isUnknown ? 'vh' : undefined}>{name}</bdi>
        {isUnknown && <Placeholder of="name" />}
        <Ties pubkey={pubkey} />
      </h1>
      {metadata?.nip05 && <Nip05Line address={metadata.nip05} pubkey={pubkey} />}
      <p className="pf__id">
        <span className="mono" title={npub}>
          {shortNpub(pubkey)}
        </span>
        <CopyButton bare text={npub} label={profileTexts.copyNpub} />
      </p>
    </div>
  );
};

/** Who this is: banner, picture, names, key, and what the person says about themselves. */
export const ProfileHeader = ({ profile }: { profile: ProfileRef }) => {
  const { pubkey } = profile;
  const { data, isPending, isFetching, isError, error, refetch } = useProfileMetadata(pubkey);
  const { pubkey: self, method } = useAccount();
  const open = useOpenOverlay();
  const metadata = data ?? null;
  const isPayable = metadata !== null && metadata.lud16 + metadata.lud06 !== '';
  return (
    <>
      <div className="pf__banner">
        <BannerPicture url={metadata?.banner ?? ''} />
        <ProfileBack />
      </div>
      <header className="pf">
        <div className="pf__top">
          <HeadPicture pubkey={pubkey} picture={metadata?.picture} />
          <IconButton
            icon="more"
            label={profileTexts.more}
            aria-haspopup="dialog"
            onClick={() => open({ profileMenu: true })}
          />
          {pubkey !== self && isPayable && <ZapPersonButton pubkey={pubkey} />}
          {pubkey !== self && method !== 'none' && data !== undefined && !isPayable && (
            <ErrorBoundary fallback={null}>
              <Suspense>
                <ZapByEcashButton pubkey={pubkey} />
              </Suspense>
            </ErrorBoundary>
          )}
          <FollowButton pubkey={pubkey} large />
          {pubkey === self && (
            <Button look="line" icon="pen" onClick={() => open({ edit: true })}>
              {editing.action}
            </Button>
          )}
        </div>
        <Name metadata={metadata} pubkey={pubkey} waiting={isPending} />
        {isPending && <Waiting />}
        {metadata !== null && <ProfileAbout about={metadata.about} emojis={metadata.emojis} />}
        {metadata !== null && <Contact metadata={metadata} />}
        {isPayable && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <ReceivedZapsLine pubkey={pubkey} />
            </Suspense>
          </ErrorBoundary>
        )}
        {metadata === null &&
          !isPending &&
          !isFetching &&
          (pubkey === self && !isError ? (
            <NotYet onEdit={() => open({ edit: true })} />
          ) : (
            <Failed why={whyFailed(error)} onRetry={() => void refetch()} />
          ))}
      </header>
    </>
  );
};
