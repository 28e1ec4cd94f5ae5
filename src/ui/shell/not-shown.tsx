import { encodeNpub } from '#domain/protocol/identifiers.ts';
import type { Addressed } from '#domain/search/search-input.ts';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { AppLink } from '#ui/links.tsx';
import { kindName } from '#ui/note/code-name.tsx';
import { linkTexts as texts } from '#ui/texts/link.ts';

type Props = { found: Addressed; level?: 1 | 2 };

/** What no screen shows: what it is, and the ways to it in another app and to its author. */
export const NotShown = ({ found: { code, kind, pubkey }, level = 2 }: Props) => (
  <EmptyState
    art="bird"
    level={level}
    title={texts.address}
    action={
      <>
        <a href={`nostr:${code}`} className="btn btn--primary">
          {texts.open}
        </a>
        <CopyButton text={code} label={texts.copy} />
        {pubkey !== undefined && (
          <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} className="btn btn--line">
            {texts.author}
          </AppLink>
        )}
      </>
    }
  >
    {texts.addressWhy(kindName(kind))}
  </EmptyState>
);
