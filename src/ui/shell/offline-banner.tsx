import { Banner } from '#ui/kit/banner.tsx';
import { useOnline } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';

/** Says that the device is offline, as long as it is. */
export const OfflineBanner = () => {
  const online = useOnline();
  return (
    <div className="offline">
      {!online && (
        <Banner tone="warn" icon="offline" title={texts.shell.offline}>
          {texts.shell.offlineWhy}
        </Banner>
      )}
    </div>
  );
};
