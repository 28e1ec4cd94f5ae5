import { heldEcash } from '#domain/ecash/ledger/held.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';

/** For those who cannot hold ecash now; what the account has here all the same is not hidden from them. */
export const EcashLoginFirst = () => {
  const stand = useEcashStand();
  const { login: texts } = ecashTexts;
  const held = stand ? heldEcash(stand).balance : 0;
  return (
    <Banner icon="lock" title={held > 0 ? texts.held(held) : texts.title}>
      {held > 0 ? texts.heldWhy : texts.why}
    </Banner>
  );
};
