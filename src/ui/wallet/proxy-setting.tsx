import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { readProxyUrl, type ProxyChoice } from '#domain/wallet/lnurl-proxy.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { walletTexts } from '#ui/texts/wallet.ts';
import { PROXY_PLACE, useWallet } from './use-wallet.ts';

const texts = walletTexts.proxy;

type Consent = { choice: ProxyChoice; onChange: (choice: ProxyChoice) => void };

/** Whether the proxy may see what is written and by whom. */
const ZapsThrough = ({ choice, onChange }: Consent) => (
  <div className="list">
    <SwitchRow
      label={texts.zaps}
      hint={texts.zapsWhy}
      checked={choice.zaps}
      onChange={(zaps) => onChange({ ...choice, zaps })}
    />
  </div>
);

/** The proxy for Lightning addresses, which is off until the user names one (LNURL-08, LNURL-11). */
export const ProxySetting = () => {
  const { proxy } = useWallet();
  const choice = useSyncExternalStore(proxy.subscribe, proxy.get);
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isAsked = useLocation({ select: ({ hash }) => hash === PROXY_PLACE });
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  const [type, secret, onKeyDown] = useNoSecret((text) => {
    if (text === '') field.current!.value = '';
    setWrong(false);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // emptied by itself: that takes no proxy away
    if (secret !== undefined) return;
    const typed = field.current?.value ?? '';
    const url = readProxyUrl(typed);
    setWrong(url === undefined && typed.trim() !== '');
    // what one proxy may see no other may, too
    if (url !== undefined) proxy.set({ url, zaps: url === choice?.url && choice.zaps });
    else if (typed.trim() === '') proxy.set(undefined);
  };
  const problem = isWrong ? texts.wrong : secret;
  return (
    <details className="stack" open={choice !== undefined || isAsked}>
      <summary className="acks__sum">
        <Icon name="sliders" />
        {texts.title}
      </summary>
      <form className="field" onSubmit={submit}>
        <label htmlFor={id}>{texts.label}</label>
        <div className="joined">
          <input
            className="input input--mono"
            id={id}
            ref={field}
            key={choice?.url}
            defaultValue={choice?.url}
            placeholder={texts.example}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-why ${id}-problem`}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Button type="submit">{texts.save}</Button>
        </div>
        <p className="hint" id={`${id}-why`}>
          {texts.why}
        </p>
        {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
      </form>
      {choice && <ZapsThrough choice={choice} onChange={proxy.set} />}
    </details>
  );
};
