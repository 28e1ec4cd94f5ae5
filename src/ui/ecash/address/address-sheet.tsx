import { useId, useState } from 'react';
import { addressAt, addressService, serviceOfAddress } from '#domain/ecash/address.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { profileFields } from '#domain/publish/compose.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { FormSheet } from '#ui/kit/form-sheet.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { useNewestProfile } from '#ui/publish/edit-profile-sheet.tsx';
import { WithComposer, type OpenComposer } from '#ui/publish/with-composer.tsx';
import { useAccount, useActing } from '#ui/system-context.ts';
import { addressTexts as texts } from '#ui/texts/address.ts';
import { ageLabel } from '#ui/texts/formats.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { useEcashAddress } from './address-row.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { MintChoice } from '#ui/ecash/mints/mint-choice.tsx';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import '#ui/ecash/ecash.css';

const nameOf = (mints: readonly EcashMint[], url: string): string =>
  mints.find((mint) => mint.url === url)?.name ?? hostOf(url);

/** What somebody should know first. */
const Before = ({ host, mint }: { host: string; mint: string }) => (
  <section className="stack" aria-label={texts.before}>
    <h3 className="t-sm c-2">{texts.before}</h3>
    <ul className="risks">
      {(
        [
          ['eye', texts.trust(host), texts.trustWhy],
          ['mint', texts.waits(mint), texts.waitsWhy],
          ['refresh', texts.fetched, texts.fetchedWhy],
          ['globe', texts.public, texts.publicWhy],
        ] as const
      ).map(([icon, what, why]) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>
            <b>{what}</b> {why}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const ServiceField = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => {
  const id = useId();
  const [type, secret, onKeyDown] = useNoSecret(onChange);
  return (
    <div className="field">
      <label htmlFor={id}>
        {texts.service} <small>{texts.serviceHint}</small>
      </label>
      <input
        className="input"
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={value}
        aria-describedby={`${id}-problem`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {secret !== undefined && <Problem id={`${id}-problem`}>{secret}</Problem>}
    </div>
  );
};

/** The address as it would be; nothing for what is no service. */
const addressOf = (service: string, lockKey: string): string => {
  try {
    return addressAt(addressService(service, isSampleNetwork()), lockKey);
  } catch {
    return '';
  }
};

type Props = {
  mints: readonly EcashMint[];
  lockKey: string;
  /** the Lightning address of the profile; '' for none */
  lud16: string;
  composer: OpenComposer;
  /** publishes the profile with this address */
  publish: (lud16: string) => void;
  onClose: () => void;
};

const Choose = ({ mints, lockKey, lud16, composer, publish, onClose, onDone }: Props & { onDone: () => void }) => {
  const { address } = useEcash();
  const kept = useEcashAddress();
  const act = useAct();
  const [service, type] = useState(
    kept?.service ?? serviceOfAddress(lud16, lockKey, isSampleNetwork()) ?? address.usual,
  );
  const [mint, choose] = useState(mints.find(({ url }) => url === kept?.mint)?.url ?? mints[0]!.url);
  const isOther = lud16 !== '' && serviceOfAddress(lud16, lockKey, isSampleNetwork()) === undefined;
  const next = addressOf(service, lockKey);
  const submit = () =>
    act.run(async () => {
      const made = await address.setUp(service, mint);
      if (made === lud16) onDone();
      else publish(made);
    });
  return (
    <FormSheet
      title={texts.title}
      cancel={texts.cancel}
      submit={isOther ? texts.replace : texts.set}
      look="primary"
      busy={act.isBusy || composer.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="sheet__lead">{texts.lead}</p>
      <Before host={hostOf(service.includes('://') ? service : `https://${service}`)} mint={nameOf(mints, mint)} />
      <ServiceField value={service} onChange={anew(type, act.forget)} />
      <MintChoice label={texts.mint} isLabelled mints={mints} value={mint} onChoose={anew(choose, act.forget)} />
      {next !== '' && (
        <div className="stack">
          <h3 className="t-sm c-2">{texts.yours}</h3>
          <div className="code">
            <span dir="ltr">{next}</span>
          </div>
        </div>
      )}
      {isOther && (
        <div className="adr">
          <Banner tone="warn" icon="alert" title={texts.other}>
            {texts.otherWhy(lud16)}
          </Banner>
        </div>
      )}
      <ActProblem act={act} />
      <Problem hidden={composer.problem === ''}>{composer.problem}</Problem>
    </FormSheet>
  );
};

/** What waits at mints that the wallet does not use. */
const Asks = () => {
  const { asks = [] } = useEcashAddress() ?? {};
  const byMint = new Map<string, number>();
  for (const { mint, amount } of asks) byMint.set(mint, (byMint.get(mint) ?? 0) + amount);
  return [...byMint].map(([mint, sats]) => (
    <Banner key={mint} tone="warn" icon="mint" title={texts.asks(sats, hostOf(mint))}>
      {texts.asksWhy} <OverlayLink to={{ money: 'mint', of: mint }}>{texts.see}</OverlayLink>
    </Banner>
  ));
};

const FetchNow = () => {
  const { address } = useEcash();
  const kept = useEcashAddress();
  const act = useAct();
  const [came, tell] = useState<number>();
  const [now] = useState(Date.now);
  const fetch = () => {
    tell(undefined);
    act.run(async () => tell(await address.fetch()));
  };
  const last =
    kept?.fetchedAt === undefined ? texts.lastNever : texts.last(ageLabel(Math.max(0, now - kept.fetchedAt)));
  return (
    <div className="stack">
      <div className="spread">
        <output className="t-sm c-2">
          {came === undefined ? last : came > 0 ? texts.coming(came) : texts.nothing}
        </output>
        <Button look="value" busy={act.isBusy} onClick={fetch}>
          {texts.fetch}
        </Button>
      </div>
      {kept?.problem && !act.isBusy && <Problem>{ecashProblemText(kept.problem)}</Problem>}
      <ActProblem act={act} said={kept?.problem && ecashProblemText(kept.problem)} />
    </div>
  );
};

const Used = ({ mints, lockKey, lud16, composer, publish, onClose, onChange }: Props & { onChange: () => void }) => {
  const { address } = useEcash();
  const kept = useEcashAddress()!;
  const act = useAct();
  const own = addressAt(kept.service, lockKey);
  const isIn = lud16 === own;
  const stop = () =>
    act.run(async () => {
      await address.leave();
      if (isIn) publish('');
    });
  return (
    <Sheet title={texts.title} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
      <div className="stack">
        {!isIn && (
          <Banner tone="warn" icon="alert" title={texts.stopped}>
            {texts.stoppedWhy}
          </Banner>
        )}
        <div className="stack">
          <h3 className="t-sm c-2">{texts.yours}</h3>
          <div className="code">
            <span dir="ltr">{own}</span>
            <CopyButton text={own} label={texts.copy} bare />
          </div>
        </div>
        <FetchNow />
        <Asks />
        <p className="hint">{[texts.waits(nameOf(mints, kept.mint)), texts.fetched, texts.fetchedWhy].join(' ')}</p>
        <div className="row">
          <Button look="line" onClick={onChange}>
            {isIn ? texts.change : texts.set}
          </Button>
          {isIn && (
            <Button look="ghost" busy={act.isBusy || composer.busy} onClick={stop}>
              {texts.stop}
            </Button>
          )}
        </div>
        <ActProblem act={act} />
        <Problem hidden={composer.problem === ''}>{composer.problem}</Problem>
      </div>
    </Sheet>
  );
};

const Body = (props: Omit<Props, 'publish'> & { onPublish: (lud16: string) => void; isChosen: boolean }) => {
  const { composer, isChosen, onPublish } = props;
  const { composing } = useActing();
  const kept = useEcashAddress();
  const [isChanging, change] = useState(false);
  const publish = (lud16: string) => {
    onPublish(lud16);
    composing.wish(composer.id, { fields: { lud16 } });
    composer.post();
  };
  // one that is kept, but was never published, is chosen anew
  const isUsed =
    kept && (isChosen || kept.isOff !== undefined || addressAt(kept.service, props.lockKey) === props.lud16);
  if (!isUsed || isChanging) return <Choose {...props} publish={publish} onDone={() => change(false)} />;
  return <Used {...props} publish={publish} onChange={() => change(true)} />;
};

type LoadedProps = { pubkey: string; mints: readonly EcashMint[]; lockKey: string; onClose: () => void };

/** The profile is never written from a state that was not read. */
const Loaded = ({ pubkey, mints, lockKey, onClose }: LoadedProps) => {
  const { data, isError, isFetching, refetch } = useNewestProfile(pubkey);
  const [wanted, want] = useState<string>();
  const [saved, save] = useState<string>();
  if (data === undefined || (isFetching && data === null))
    return (
      <Sheet title={texts.title} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
        {isError && !isFetching ? (
          <div className="stack">
            <Problem>{texts.failed}</Problem>
            <Button look="line" onClick={() => void refetch()}>
              {texts.again}
            </Button>
          </div>
        ) : (
          <output className="hint">{texts.loading}</output>
        )}
      </Sheet>
    );
  const { lud16: found } = profileFields(data ?? undefined);
  const lud16 = saved ?? (typeof found === 'string' ? found : '');
  return (
    <WithComposer key={saved} subject={{ what: 'profile' }} title={texts.set} onSafe={() => save(wanted)}>
      {(composer) => (
        <Body
          mints={mints}
          lockKey={lockKey}
          lud16={lud16}
          composer={composer}
          isChosen={saved !== undefined}
          onPublish={want}
          onClose={onClose}
        />
      )}
    </WithComposer>
  );
};

/** A Lightning address whose payments come into the ecash: set in the profile, and what was paid is fetched. */
export const AddressSheet = ({ onClose }: { onClose: () => void }) => {
  const { pubkey } = useAccount();
  return (
    <NeedsMint title={texts.title} wants="mint" onClose={onClose}>
      {(mints, { lockKey }) =>
        pubkey !== undefined &&
        lockKey !== undefined && (
          <Loaded key={pubkey} pubkey={pubkey} mints={mints} lockKey={lockKey} onClose={onClose} />
        )
      }
    </NeedsMint>
  );
};
