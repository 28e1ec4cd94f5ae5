import { useSelector } from '@xstate/react';
import { partMost, paysParts, splitOverMints } from '#domain/ecash/ledger/parts.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import type { PaymentRoute } from '#domain/wallet/payment.ts';
import { routeOf } from '#domain/wallet/wallet.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { mintTints } from '#domain/ecash/words/shares.ts';
import { toMsats } from '#domain/msats.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { withAddress } from '#ui/ecash/mints/mint-address.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { Picker } from '#ui/kit/picker.tsx';
import { useArea } from '#ui/system-context.ts';
import { whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { noBalanceText } from '#ui/texts/wallet.ts';
import { useUsualPayer } from './use-payer.ts';

/** the id of the wallet that is connected */
export const WALLET = 'wallet';
/** the id of several mints together */
export const SEVERAL = 'several';

/** What an invoice can be paid from. */
export type Payer = {
  readonly id: string;
  readonly name: string;
  /** sats; undefined where nobody tells */
  readonly balance: number | undefined;
  /** said in place of the balance */
  readonly hint?: string | undefined;
  /** undefined: none of them */
  readonly route: PaymentRoute | undefined;
  readonly mint: EcashMint | undefined;
};

/** Mints that pay an invoice together where none of them can alone (NUT-15); undefined where one can, or all cannot. */
const severalFor = (mints: readonly EcashMint[], msats: number): Payer | undefined => {
  if (mints.some(({ balance }) => toMsats(partMost(balance)) >= msats)) return undefined;
  const able = mints.filter(({ facts }) => facts && paysParts(facts, DEFAULT_UNIT));
  const bounds = able.map(({ url, balance }) => ({ mint: url, least: 1, most: partMost(balance) }));
  if (!splitOverMints(bounds, msats)) return undefined;
  const balance = able.reduce((sum, each) => sum + each.balance, 0);
  return { id: SEVERAL, name: ecashMovesTexts.pay.several, balance, route: undefined, mint: undefined };
};

/**
 * What can pay here: the wallet that is connected first, then the mints where something is, the most first, and `also`; for an
 * invoice of so many `msats` also several mints together.
 */
export const usePayers = (also?: string, msats?: number): readonly Payer[] => {
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  const mints = useEcashStand()?.mints ?? [];
  const held = mints
    .filter(({ balance, url }) => balance > 0 || url === also)
    .map((mint): Payer => {
      const { url, name, balance } = mint;
      return { id: url, name, balance, route: { kind: 'ecash', mint: url }, mint };
    });
  const several = msats === undefined ? undefined : severalFor(mints, msats);
  const ecash = several ? [several, ...held] : held;
  if (!wallet) return ecash;
  const name = wallet.name || wallet.alias || texts.wallet;
  const { balance, balanceProblem } = wallet;
  const hint = balance === undefined ? noBalanceText(balanceProblem) : undefined;
  return [{ id: WALLET, name, balance, hint, route: routeOf(wallet), mint: undefined }, ...ecash];
};

/** Who pays unless somebody else is chosen. */
export const useFirstPayer = (): Payer | undefined => {
  const usual = useUsualPayer();
  const payers = usePayers(usual?.mint);
  return payers.find(({ id }) => id === usual?.mint) ?? payers[0];
};

/** One of what can pay. */
const PayerFace = ({ payer, payers }: { payer: Payer; payers: readonly Payer[] }) => {
  const tints = mintTints(payers.flatMap(({ mint }) => mint?.url ?? []));
  const said = payer.hint ?? texts.available(whole(payer.balance ?? 0));
  return (
    <>
      {payer.mint ? (
        <MintMark name={payer.name} tint={tints.get(payer.mint.url)} />
      ) : (
        <span className="item__ico item__ico--value">
          <Icon name={payer.id === SEVERAL ? 'coin' : 'bolt'} />
        </span>
      )}
      <span className="item__txt">
        <b className="clip">{payer.name}</b>
        <small>{payer.mint ? withAddress(said, payer.mint) : said}</small>
      </span>
    </>
  );
};

type Props = { payers: readonly Payer[]; chosen: Payer; onChoose: (id: string) => void };

/** What can pay, as options of a list. */
export const payerOptions = (payers: readonly Payer[]) =>
  payers.map((payer) => ({ id: payer.id, face: <PayerFace payer={payer} payers={payers} /> }));

/** Who pays, and behind a press the others. */
export const Payers = ({ payers, chosen, onChoose }: Props) => (
  <Picker
    label={ecashMovesTexts.pay.who}
    shown={<PayerFace payer={chosen} payers={payers} />}
    options={payerOptions(payers)}
    chosen={chosen.id}
    onChoose={onChoose}
  />
);
