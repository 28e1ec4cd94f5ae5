import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { walletTexts as texts } from '#ui/texts/wallet.ts';

/** Without a login nothing can be connected (WALLET-02, WALLET-07). */
export const WalletLoginFirst = () => {
  const open = useOpenOverlay();
  return (
    <Banner icon="lock" title={texts.loginRequired}>
      {texts.loginWhy}
      <Button look="line" aria-haspopup="dialog" onClick={() => open({ login: true })}>
        {texts.sheet.logIn}
      </Button>
    </Banner>
  );
};
