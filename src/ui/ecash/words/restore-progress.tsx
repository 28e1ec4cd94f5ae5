import type { CSSProperties } from 'react';
import { mintTints } from '#domain/ecash/words/shares.ts';
import type { EcashStand, RestoreMint } from '#ports/ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { shortMint } from '#ui/ecash/mints/mint-address.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';

const { restore: texts } = ecashTexts;

const lineOf = ({ stands, problem, asked, keysets: { done, all } }: RestoreMint): string => {
  if (stands === 'waiting') return texts.waiting;
  if (stands === 'done') return texts.done(all, whole(asked));
  if (problem) return ecashProblemText(problem);
  if (stands === 'failed' && asked === 0) return ecashMovesTexts.operation.notLooked;
  if (all === 0) return ecashMovesTexts.pay.asking;
  return texts.asking(whole(Math.min(done + 1, Math.max(all, 1))), whole(Math.max(all, 1)), whole(asked));
};

type RowProps = {
  mint: RestoreMint;
  name: string;
  tint: ReturnType<typeof mintTints> extends ReadonlyMap<string, infer Tint> ? Tint | undefined : never;
  onAgain: () => void;
};

const Row = ({ mint, name, tint, onAgain }: RowProps) => {
  const { stands, problem, found, keysets } = mint;
  const percent = keysets.all === 0 ? 0 : Math.round((100 * keysets.done) / keysets.all);
  return (
    <li>
      <MintMark name={name} tint={tint} />
      <span className="item__txt">
        <b>
          <bdi>{name}</bdi>
        </b>
        <small className={stands === 'failed' ? 'c-warn' : undefined}>{lineOf(mint)}</small>
      </span>
      {stands === 'failed' ? (
        // without the words another try fails, too
        problem?.code !== 'words-given-back' && (
          <Button size="s" onClick={onAgain}>
            {texts.again}
          </Button>
        )
      ) : (
        <b className="num">{stands === 'waiting' ? ecashTexts.mintPage.nothing : whole(found)}</b>
      )}
      {stands === 'asking' && (
        <div
          className="stripe stripe--value stripe--s"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn as a stripe
          role="progressbar"
          aria-label={name}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ '--v': `${Math.max(4, percent)}%` } as CSSProperties} />
        </div>
      )}
    </li>
  );
};

type Props = {
  progress: readonly RestoreMint[];
  mints: EcashStand['mints'];
  onAgain: (url: string) => void;
};

/** How far each mint is, and what was found there. */
export const RestoreProgress = ({ progress, mints, onAgain }: Props) => {
  const tints = mintTints(progress.map(({ url }) => url));
  const found = progress.reduce((sum, mint) => sum + mint.found, 0);
  const failed = progress.filter(({ stands }) => stands === 'failed');
  return (
    <>
      <div className="found">
        <h2>{texts.found}</h2>
        <output className="t-xl c-value">
          <b className="num">{whole(found)}</b> <span className="t-sm c-3">{ecashTexts.unit(found)}</span>
        </output>
      </div>
      <ul className="list rst" aria-label={texts.where}>
        {progress.map((mint) => (
          <Row
            key={mint.url}
            mint={mint}
            name={mints.find(({ url }) => url === mint.url)?.name ?? shortMint(mint.url)}
            tint={tints.get(mint.url)}
            onAgain={() => onAgain(mint.url)}
          />
        ))}
      </ul>
      {failed.some(({ goesOn }) => goesOn) && <p className="t-sm c-2">{texts.goesOn}</p>}
      {failed.some(({ goesOn }) => !goesOn) && <p className="t-sm c-warn">{texts.notLooked}</p>}
      <p className="hint">{texts.hint}</p>
    </>
  );
};
