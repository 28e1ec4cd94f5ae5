import type { RefObject } from 'react';
import { Composer } from './composer.tsx';
import { MiningNow } from './mining-now.tsx';
import type { OpenComposer } from './with-composer.tsx';

type Props = {
  composer: OpenComposer;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  bare?: boolean;
};

/** The text with its tools, and the miner while it works on the post. */
export const WrittenPart = (props: Props) => (
  <>
    <Composer {...props} />
    <MiningNow composer={props.composer} />
  </>
);
