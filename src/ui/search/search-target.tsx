import { encodeNote, encodeProfile, shortHex, shortNpub } from '#domain/protocol/identifiers.ts';
import type { SearchInput } from '#domain/search/search-input.ts';
import type { SearchTarget as Target } from '#machines/search/search.machine.ts';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { AppLink } from '#ui/links.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { searchTexts as texts } from '#ui/texts/search.ts';

type RowProps = { icon: IconName; title: string; detail: string };

const Row = ({ icon, title, detail }: RowProps) => (
  <>
    <span className="item__ico item__ico--accent">
      <Icon name={icon} />
    </span>
    <span className="item__txt">
      <b dir="auto">{title}</b>
      <small className="mono">{detail}</small>
    </span>
    <Icon name="next" size="s" />
  </>
);

const ProfileRow = ({ pubkey, relays }: { pubkey: string; relays: readonly string[] }) => (
  <AppLink to="/npub/$npub" params={{ npub: encodeProfile(pubkey, relays) }} className="item">
    <Row icon="user" title={texts.openProfile(useNameInText(pubkey))} detail={shortNpub(pubkey)} />
  </AppLink>
);

type NoteRowProps = { id: string; relays: readonly string[]; author?: string };

const NoteRow = ({ id, relays, author }: NoteRowProps) => (
  <AppLink to="/note/$noteId" params={{ noteId: encodeNote(id, relays, author) }} className="item">
    <Row icon="reply" title={texts.openNote} detail={shortHex(id)} />
  </AppLink>
);

const TargetRow = ({ target }: { target: Target }) =>
  target.type === 'profile' ? <ProfileRow {...target} /> : <NoteRow {...target} />;

/** Nobody knew what the hex characters are, so both are offered. */
const HexRows = ({ hex }: { hex: string }) => (
  <>
    <NoteRow id={hex} relays={[]} />
    <ProfileRow pubkey={hex} relays={[]} />
  </>
);

/** The place that the words name by themselves, as the first result (ROUTE-13). */
export const SearchTarget = ({ input, target }: { input: SearchInput; target: Target | undefined }) => {
  if (target === undefined && input.type !== 'hex') return null;
  return (
    <section className="search__target" aria-label={texts.direct}>
      <div className="list">
        {target !== undefined && <TargetRow target={target} />}
        {target === undefined && input.type === 'hex' && <HexRows hex={input.hex} />}
      </div>
    </section>
  );
};
