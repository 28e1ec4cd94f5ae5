import { PAIRING_PROTOCOL } from '#domain/wallet/pairing-code.ts';
import { Button } from '#ui/kit/button.tsx';
import { walletTexts as texts } from '#ui/texts/wallet.ts';

/** Whether the browser lets a page open these links: it complains of the address only when it takes the protocol. */
const isPossible = (): boolean => {
  try {
    navigator.registerProtocolHandler(PAIRING_PROTOCOL, 'x');
  } catch (error) {
    return error instanceof DOMException && error.name === 'SyntaxError';
  }
  return false;
};

/** Offers to open the links of wallets, which the browser asks about; nothing where it does not let pages do that. */
export const WalletLinks = () => {
  if (!isPossible()) return null;
  const take = () => navigator.registerProtocolHandler(PAIRING_PROTOCOL, `${location.origin}/open#%s`);
  return (
    <Button look="line" icon="link" onClick={take}>
      {texts.links}
    </Button>
  );
};
