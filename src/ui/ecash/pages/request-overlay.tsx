import { OneSheet } from '#ui/kit/sheet.tsx';
import type { PageProps } from '#ui/money/ecash-pages.ts';
import { EcashPage } from './ecash-page.tsx';
import { RequestPaySheet } from '#ui/ecash/requests/request-pay-sheet.tsx';
import { RequestShown } from '#ui/ecash/requests/request-shown.tsx';

/** The name of a request of one's own; else it is one of somebody else, as it is written. */
const OWN = /^request-(.+)$/;

/** A request over the wallet: what came in for one's own, or paying one of somebody else. */
export const RequestOverlay = ({ value, onBegun, onClose }: PageProps & { value: string }) => {
  const [, id] = OWN.exec(value) ?? [];
  return (
    <>
      <EcashPage onClose={onClose} />
      {id === undefined ? (
        <OneSheet onClose={onClose}>
          <RequestPaySheet text={value} onBegun={onBegun} onClose={onClose} />
        </OneSheet>
      ) : (
        <RequestShown id={id} onClose={onClose} />
      )}
    </>
  );
};
