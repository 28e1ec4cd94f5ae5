import { useId } from 'react';
import { TAKE_BACK_DAYS, TAKE_BACK_USUAL_DAYS } from '#domain/ecash/ecash-limits.ts';
import type { Lock } from '#domain/ecash/proof.ts';
import { readLockWhom } from '#domain/ecash/proofs/lock-whom.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { DAY, toSeconds } from '#domain/units.ts';
import type { Ecash } from '#ports/ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { useClock } from '#ui/kit/use-clock.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { dateLabel } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { PersonField } from '#ui/ecash/person-field.tsx';

const texts = ecashMovesTexts.send;

type Days = (typeof TAKE_BACK_DAYS)[number];

/** Whether a token is to be locked, and for whom, as far as it was typed or chosen. */
export type LockWish = {
  readonly isWanted: boolean;
  readonly typed: string;
  readonly days: Days;
};

export const NO_LOCK: LockWish = { isWanted: false, typed: '', days: TAKE_BACK_USUAL_DAYS };

/** Why nothing can be locked for somebody; `why`: in words. */
export class LockRefusal extends Error {
  readonly why: string;

  constructor(why: string) {
    super();
    this.why = why;
  }
}

const refuse = (why: string): never => {
  throw new LockRefusal(why);
};

/** The lock that was wished for: to the key that somebody published for it, or the one that was typed. */
export const lockFor = async (
  ecash: Pick<Ecash, 'lockKeyOf'>,
  { isWanted, typed, days }: LockWish,
  ownKey: string | undefined,
): Promise<{ readonly lock?: Lock; readonly person?: string }> => {
  if (!isWanted) return {};
  const whom = readLockWhom(typed);
  // whoever opened the choice means to lock it: nothing leaves unlocked by oversight
  if (whom === 'nobody') return refuse(texts.lockNobody);
  if (whom === 'no key') return refuse(ecashProblemText({ code: 'ecash-pubkey' }));
  const person = 'person' in whom ? whom.person : undefined;
  const pubkey = 'key' in whom ? whom.key : ((await ecash.lockKeyOf(whom.person)) ?? refuse(texts.lockNoKey));
  const locktime = toSeconds(Date.now() + days * DAY);
  const isBack = days !== 0 && ownKey !== undefined;
  return {
    lock: { pubkey, ...(isBack && { locktime, refund: [ownKey] }) },
    ...(person !== undefined && { person }),
  };
};

/** What the lock comes to, said plainly. */
const ComesFor = ({ who, days }: { who: string; days: Days }) => {
  const now = useClock();
  return (
    <p className="hint">
      {days === 0 ? texts.lockForEver(who) : texts.lockUntil(who, dateLabel(toSeconds(now + days * DAY)))}{' '}
      {texts.lockWords}
    </p>
  );
};

const PersonName = ({ pubkey, days }: { pubkey: string; days: Days }) => (
  <ComesFor who={useNameInText(pubkey)} days={days} />
);

type Props = { value: LockWish; onChange: (wish: LockWish) => void; problem: string | undefined };

const Comes = ({ value: { typed, days } }: Pick<Props, 'value'>) => {
  const whom = readLockWhom(typed);
  if (typeof whom === 'string') return null;
  return 'key' in whom ? (
    <ComesFor who={texts.lockSomebody} days={days} />
  ) : (
    <PersonName pubkey={whom.person} days={days} />
  );
};

const Who = ({ value, onChange, problem }: Props) => (
  <PersonField
    label={texts.lockLabel}
    hint={texts.lockHint}
    value={value.typed}
    isName={readLockWhom(value.typed) === 'nobody'}
    onType={(typed) => onChange({ ...value, typed })}
    onChoose={(pubkey) => onChange({ ...value, typed: encodeNpub(pubkey) })}
    problem={problem}
  />
);

/** For whom a token is locked, until when, and what that means. */
export const LockChoice = (props: Props) => {
  const { value, onChange } = props;
  const id = useId();
  const { isWanted, days } = value;
  if (!isWanted)
    return (
      <div className="row">
        <Button
          look="ghost"
          size="s"
          icon="lock"
          aria-expanded={false}
          onClick={() => onChange({ ...value, isWanted: true })}
        >
          {texts.lock}
        </Button>
      </div>
    );
  return (
    <fieldset className="stack">
      <legend>{texts.lock}</legend>
      <Who {...props} />
      <div className="field">
        <label htmlFor={id}>{texts.lockTime}</label>
        <select
          className="input"
          id={id}
          value={days}
          onChange={(event) => onChange({ ...value, days: Number(event.target.value) as Days })}
        >
          {TAKE_BACK_DAYS.map((one) => (
            <option key={one} value={one}>
              {texts.lockDays(one)}
            </option>
          ))}
        </select>
      </div>
      <Comes value={value} />
      <div className="row">
        <Button look="ghost" size="s" onClick={() => onChange(NO_LOCK)}>
          {texts.lockNot}
        </Button>
      </div>
    </fieldset>
  );
};
