import { MINT_CONTACTS_SHOWN } from '#domain/ecash/ecash-limits.ts';
import type { MintInfo } from '#domain/ecash/mints/mint.ts';
import { mailOf } from '#domain/ecash/mints/mint-contact.ts';
import { decodeProfileId } from '#domain/protocol/identifiers.ts';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { PersonRow } from '#ui/ecash/person-row.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { shortMint } from './mint-address.ts';

const { mintPage: texts } = ecashTexts;

const Out = ({ icon, href, title, hint }: { icon: IconName; href: string; title: string; hint: string }) => (
  <a className="item" href={href} target="_blank" rel="noopener noreferrer">
    <Icon name={icon} />
    <span className="item__txt">
      <b className="clip">{title}</b>
      <small className="clip">{hint}</small>
    </span>
    <Icon name="next" size="s" />
  </a>
);

/** One way to reach whoever runs a mint; what is no address is shown as it is. */
const Way = (way: MintInfo['contact'][number]) => {
  const { method, info } = way;
  const person = method === 'nostr' ? decodeProfileId(info)?.pubkey : undefined;
  if (person !== undefined)
    return (
      <PersonRow pubkey={person} end={<Icon name="next" size="s" />}>
        <small>{texts.nostr}</small>
      </PersonRow>
    );
  const mail = mailOf(way);
  if (mail !== undefined) return <Out icon="at" href={`mailto:${mail}`} title={mail} hint={texts.email} />;
  return (
    <div className="item">
      <Icon name="user" />
      <span className="item__txt">
        <b className="clip">
          <bdi>{info}</bdi>
        </b>
        <small className="clip">{method}</small>
      </span>
    </div>
  );
};

/** Whom to ask about a mint, and its terms. */
export const MintContact = ({ info: { contact, terms } }: { info: MintInfo }) => (
  <section className="wl__part">
    <h2>{texts.contact}</h2>
    {contact.length === 0 && terms === undefined ? (
      <p className="hint">{texts.noContact}</p>
    ) : (
      <ul className="list" aria-label={texts.contact}>
        {contact.slice(0, MINT_CONTACTS_SHOWN).map(({ method, info }) => (
          <li key={`${method} ${info}`}>
            <Way method={method} info={info} />
          </li>
        ))}
        {terms !== undefined && (
          <li>
            <Out icon="file" href={terms} title={texts.terms} hint={shortMint(terms)} />
          </li>
        )}
      </ul>
    )}
  </section>
);
