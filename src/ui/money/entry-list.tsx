import { isIncome, type MoneyEntry } from '#domain/money/money-entry.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { entryAbout, entryEnd, entryTitle, entryWhen, iconOf, SEPARATOR, signedSats, toneOf } from './entry-words.ts';

type When = {
  now: number;
  /** when it was, in words; left out where nothing else says the day */
  whenOf?: typeof entryWhen | undefined;
};

type FaceProps = When & { entry: MoneyEntry; titleId?: string };

/** What is read of one movement of money in a list and above its page. */
export const EntryFace = ({ entry, now, titleId, whenOf = entryWhen }: FaceProps) => {
  const name = useNameInText(entry.person ?? '');
  const about = entryAbout(entry);
  const { icon, look } = iconOf(entry);
  const isGain = isIncome(entry) && entry.state === 'paid';
  return (
    <>
      <span className={look}>
        <Icon name={icon} />
      </span>
      <span className="item__txt">
        <b id={titleId} dir="auto">
          {entryTitle(entry, name)}
        </b>
        <small className="line">
          {about !== '' && (
            <>
              <span className="clip">{about}</span>
              <span>{SEPARATOR}</span>
            </>
          )}
          <span>{whenOf(entry, now)}</span>
        </small>
      </span>
      <span className="end hist">
        <b className={isGain ? 'num c-ok' : 'num'}>{signedSats(entry)}</b>
        <small className={toneOf(entry)}>{entryEnd(entry)}</small>
      </span>
    </>
  );
};

type Props = When & { label: string; entries: readonly MoneyEntry[] };

/** Movements of money; those that were written down here lead to a page of their own. */
export const EntryList = ({ label, entries, now, whenOf }: Props) => {
  const open = useOpenOverlay();
  return (
    <ul className="list" aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.isTold ? (
            <div className="item">
              <EntryFace entry={entry} now={now} whenOf={whenOf} />
            </div>
          ) : (
            <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ money: entry.id })}>
              <EntryFace entry={entry} now={now} whenOf={whenOf} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
};
