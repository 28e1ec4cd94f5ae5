import type { ZapShare } from '#domain/wallet/zap-split.ts';
import { LIGHTNING, type PayeeAmountProblem, type ZapWay } from '#domain/wallet/zap-way.ts';
import { isPassing } from '#domain/wallet/zap-wish.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import { Button } from '#ui/kit/button.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { useDisplayName } from '#ui/queries.ts';
import { whole } from '#ui/texts/formats.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import type { FoundPayee } from './use-zapping.ts';
import { zapFailureText } from './zap-failure-text.ts';

/** Whether somebody can be zapped; while that is not known it is thought so. */
export const takesZaps = ({ payee, failure }: FoundPayee = {}): boolean =>
  failure === undefined && payee?.parameters.allowsNostr !== false;

/** Whether somebody takes no zaps for certain: who was not reached may take them. */
export const refusesZaps = ({ payee, failure }: FoundPayee = {}): boolean =>
  payee?.parameters.allowsNostr === false || (failure !== undefined && !isPassing(failure));

type RowProps = {
  share: ZapShare;
  found: FoundPayee | undefined;
  way: ZapWay;
  /** why this part cannot be taken */
  problem: string | undefined;
  sats: number;
  total: number;
  isAuthor: boolean;
  /** nobody is left to whom it could go instead */
  isLast: boolean;
};

/** How this part gets there. */
const Means = ({ found, way, problem, isAuthor, isLast }: Omit<RowProps, 'share' | 'sats' | 'total'>) => {
  const host = way.by === 'lightning' ? '' : hostOf(way.mint);
  if (way.by === 'ecash') return <small>{texts.asEcash(host)}</small>;
  if (way.by === 'wallet') return <small>{texts.asEcashFromWallet(host)}</small>;
  if (!takesZaps(found)) {
    const isUnreached = found?.failure !== undefined && isPassing(found.failure);
    if (isLast)
      return (
        <small data-tone="warn">
          {found?.failure ? zapFailureText(found.failure) : problemText({ code: 'no-zaps-taken' })}
        </small>
      );
    return <small data-tone="warn">{isUnreached ? texts.unreached : texts.takesNone}</small>;
  }
  if (problem !== undefined) return <small data-tone="warn">{problem}</small>;
  return <small>{isAuthor ? texts.wrote : found?.payee?.endpoint.shown}</small>;
};

const Row = ({ share, sats, total, ...means }: RowProps) => (
  <li className="split">
    <PersonAvatar pubkey={share.pubkey} size="s" />
    <span className="item__txt">
      <b>
        <bdi>{useDisplayName(share.pubkey)}</bdi>
      </b>
      <Means {...means} />
    </span>
    <span className="end">
      <b className="num">{whole(sats)}</b>
      <br />
      <small>{texts.percent(Math.round((100 * sats) / total))}</small>
    </span>
  </li>
);

type Props = {
  author: string;
  shares: readonly ZapShare[];
  payees: ReadonlyMap<string, FoundPayee>;
  /** sats of each share */
  parts: readonly number[];
  /** how each share gets there */
  ways: readonly ZapWay[];
  /** why some of them cannot be given what would come to them */
  problems: readonly (PayeeAmountProblem | undefined)[];
  isAlone: boolean;
  onAlone: (alone: boolean) => void;
};

/** Who shares in a zap, and how much each of them gets. */
export const ZapShares = ({ author, shares, payees, parts, ways, problems, isAlone, onAlone }: Props) => {
  const name = useNameInText(author);
  const total = Math.max(
    1,
    parts.reduce((sum, part) => sum + part, 0),
  );
  const isLast = parts.every((part) => part === 0);
  const problemOf = (at: number) => {
    const why = problems[at] && problemText(problems[at]);
    return why !== undefined && !isLast ? texts.goesOn(why) : why;
  };
  return (
    <div className="stack">
      <div className="spread">
        <span className="field__label">{texts.shares(name)}</span>
        <Button look="ghost" size="s" onClick={() => onAlone(!isAlone)}>
          {isAlone ? texts.withAll : texts.only(name)}
        </Button>
      </div>
      {!isAlone && (
        <>
          <div className="zapsum" aria-hidden="true">
            {shares.map(({ pubkey }, index) => (
              <i key={pubkey} style={{ flex: parts[index]! / total }} />
            ))}
          </div>
          <ul className="list">
            {shares.map((share, index) => (
              <Row
                key={share.pubkey}
                share={share}
                found={payees.get(share.pubkey)}
                way={ways[index] ?? LIGHTNING}
                problem={problemOf(index)}
                sats={parts[index]!}
                total={total}
                isAuthor={share.pubkey === author}
                isLast={isLast}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
};
