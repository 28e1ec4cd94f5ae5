import { mailOfMint } from '#domain/ecash/mint-contact.ts';
import { Button } from '#ui/kit/button.tsx';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { useEcash, useEcashStand } from './use-ecash.ts';

const texts = ecashMovesTexts.operation;

/** Asks the mint now, or the mints of several operations. */
export const AskNow = ({ ids }: { ids: readonly string[] }) => {
  const ecash = useEcash();
  return (
    <Button look="line" icon="refresh" onClick={() => ids.forEach((id) => ecash.look(id))}>
      {texts.asked}
    </Button>
  );
};

/** The way to those who run the mint, where it names an address. */
export const Contact = ({ mint }: { mint: string }) => {
  const found = useEcashStand()?.mints.find(({ url }) => url === mint);
  const mail = mailOfMint(found?.facts?.info.contact ?? []);
  if (!found || mail === undefined) return null;
  return (
    <a className="btn btn--primary" href={`mailto:${mail}`}>
      {texts.contact(found.name)}
    </a>
  );
};
