import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { mostOf } from '#domain/ecash/proofs/fees.ts';
import { readSats } from '#domain/money/sats.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Facts } from '#ui/kit/facts.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { FormSheet } from '#ui/kit/form-sheet.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import type { PageProps } from '#ui/money/ecash-pages.ts';
import { useBegun } from '#ui/money/follow-up.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { compact, whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { CostsProblem } from '#ui/ecash/costs-problem.tsx';
import { MintChoice } from '#ui/ecash/mints/mint-choice.tsx';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import { useCosts, type Costs } from '#ui/ecash/use-costs.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import '#ui/ecash/moving.css';

const texts = ecashMovesTexts.transfer;

const QUICK = [5_000, 10_000] as const;

type Wanted = number | 'all';

/** Sats can go to one's own mints; `from`: where there is another one for them to go to. */
const waysOf = (mints: readonly EcashMint[]) => {
  const into = mints.filter(({ isOwn }) => isOwn);
  return { from: mints.filter(({ url }) => into.some((other) => other.url !== url)), into };
};

type Ways = ReturnType<typeof waysOf>;

type QuickProps = { wanted: Wanted | undefined; from: EcashMint; onChoose: (wanted: Wanted) => void };

/** Amounts that are often wanted; 'All' leaves what the way there costs. */
const Quick = ({ wanted, from, onChoose }: QuickProps) => {
  const half = Math.floor(from.balance / 2);
  const choices: readonly { readonly amount: Wanted; readonly label: string }[] = [
    ...QUICK.filter((amount) => amount < from.balance).map((amount) => ({ amount, label: compact(amount) })),
    ...(half > 0 ? [{ amount: half, label: texts.half }] : []),
    { amount: 'all', label: texts.all },
  ];
  return (
    <fieldset className="chips chips--center" aria-label={texts.quick}>
      {choices.map(({ amount, label }) => (
        <button
          key={label}
          type="button"
          className="chip chip--value"
          aria-pressed={wanted === amount}
          onClick={() => onChoose(amount)}
        >
          <span className="num">{label}</span>
        </button>
      ))}
    </fieldset>
  );
};

type TermsProps = { from: EcashMint; to: EcashMint; costs: Costs };

const Terms = ({ from, to, costs: asked }: TermsProps) => {
  const { costs, problem, isAsking } = asked;
  if (problem !== undefined) return <CostsProblem costs={asked} />;
  if (isAsking) return <output className="hint">{ecashMovesTexts.counting}</output>;
  if (!costs) return null;
  const { amount, reserve, fee, left } = costs;
  return (
    <Facts
      facts={[
        [texts.arrives(to.name), whole(amount), 'num'],
        [texts.lightning, whole(reserve), 'num'],
        [texts.fee(from.name), whole(fee), 'num'],
        [texts.total(from.name), ecashMovesTexts.satsOf(whole(amount + reserve + fee)), 'total'],
        [ecashMovesTexts.pay.left(from.name), left > 0 ? whole(left) : undefined, 'num'],
      ]}
    />
  );
};

/** Two mints that are not the same, and what is to go from the one to the other. */
const useWish = (ways: Ways) => {
  const ecash = useEcash();
  const [amount, type] = useState('');
  const [isAll, wantAll] = useState(false);
  const { of }: AppSearch = useSearch({ strict: false });
  const [[fromUrl, toUrl], choose] = useState<readonly [string | undefined, string | undefined]>([of, undefined]);
  const from = ways.from.find(({ url }) => url === fromUrl) ?? ways.from[0]!;
  const others = ways.into.filter(({ url }) => url !== from.url);
  const to = others.find(({ url }) => url === toUrl) ?? others[0]!;
  const wanted: Wanted | undefined = isAll ? 'all' : readSats(amount);
  const key = wanted === undefined ? undefined : `${from.url} ${to.url} ${wanted} ${from.balance}`;
  const wish = { from: from.url, to: to.url, amount: wanted ?? 0 };
  const costs = useCosts(key, () => ecash.transferCosts(wish));
  const sats = wanted === 'all' ? costs.costs?.amount : wanted;
  const wants = (next: Wanted) => {
    wantAll(next === 'all');
    type(next === 'all' ? '' : whole(next));
  };
  const typeSats = (text: string) => {
    wantAll(false);
    type(text);
  };
  return {
    amount: isAll && sats !== undefined ? whole(sats) : amount,
    typeSats,
    from,
    to,
    choose,
    wants,
    wanted,
    sats,
    wish,
    costs,
  };
};

type PlacesProps = Pick<ReturnType<typeof useWish>, 'from' | 'to' | 'choose'> & { ways: Ways };

/** Where it leaves and where it goes. */
const Places = ({ ways, from, to, choose }: PlacesProps) => (
  <div className="tr">
    <MintChoice
      label={ecashMovesTexts.from}
      isLabelled
      mints={ways.from}
      value={from.url}
      onChoose={(url) => choose([url, url === to.url ? from.url : to.url])}
    />
    <div className="tr__sw">
      <IconButton
        icon="repost"
        label={texts.swap}
        disabled={!ways.into.includes(from)}
        onClick={() => choose([to.url, from.url])}
      />
    </div>
    <MintChoice
      label={ecashMovesTexts.to}
      isLabelled
      mints={ways.into}
      value={to.url}
      onChoose={(url) => choose([url === from.url ? to.url : from.url, url])}
    />
  </div>
);

type WishProps = { ways: Ways; onBegun: (id: string) => void; onClose: () => void };

const Wish = ({ ways, onBegun, onClose }: WishProps) => {
  const ecash = useEcash();
  const act = useAct();
  const { amount, typeSats, from, to, choose, wants, wanted, sats, wish, costs } = useWish(ways);
  const [isWrong, setWrong] = useState(false);
  const submit = () => {
    setWrong(wanted === undefined);
    if (wanted === undefined) return;
    // nothing moves before it was seen what that costs
    if (!costs.costs) return costs.again();
    const most = mostOf([costs.costs]);
    act.run(async () => onBegun(await ecash.transfer({ ...wish, most })));
  };
  const choosing = (next: Wanted) => {
    act.forget();
    wants(next);
  };
  return (
    <FormSheet
      title={texts.title}
      cancel={ecashMovesTexts.cancel}
      submit={sats === undefined ? texts.moveBare : texts.move(whole(sats))}
      look="value"
      busy={act.isBusy}
      disabled={costs.isAsking}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        value={amount}
        onChange={anew(typeSats, act.forget)}
        problem={isWrong && wanted === undefined ? ecashMovesTexts.noAmount : undefined}
      />
      <Quick wanted={wanted} from={from} onChoose={choosing} />
      <Places ways={ways} from={from} to={to} choose={choose} />
      <Terms from={from} to={to} costs={costs} />
      <ActProblem act={act} said={costs.problem} />
    </FormSheet>
  );
};

const OneMint = ({ onClose }: { onClose: () => void }) => {
  const open = useOpenOverlay();
  return (
    <Sheet title={texts.title} onClose={onClose} foot={<Button onClick={onClose}>{ecashMovesTexts.close}</Button>}>
      <Banner icon="mint" title={texts.twoMints}>
        {texts.twoMintsWhy}
        <Button look="line" aria-haspopup="dialog" onClick={() => open({ money: 'mints' })}>
          {texts.addMint}
        </Button>
      </Banner>
    </Sheet>
  );
};

/** Moves ecash from one mint to another: how much, what it costs, and what becomes of it. */
export const TransferSheet = ({ onBegun, onClose }: PageProps) => {
  const { id, begin } = useBegun(onBegun);
  const { of }: AppSearch = useSearch({ strict: false });
  if (id !== undefined) return <TransferProgress id={id} onClose={onClose} />;
  return (
    <NeedsMint title={texts.title} wants="sats" onClose={onClose}>
      {(mints) => {
        const ways = waysOf(mints);
        const isAlone = ways.from.length === 0 || (ways.into.length === 1 && ways.into[0]!.url === of);
        if (isAlone) return <OneMint onClose={onClose} />;
        return <Wish ways={ways} onBegun={begin} onClose={onClose} />;
      }}
    </NeedsMint>
  );
};
