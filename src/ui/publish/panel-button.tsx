import { IconButton } from '#ui/kit/icon-button.tsx';
import type { IconName } from '#ui/kit/icon.tsx';
import type { Panel } from '#machines/publish/composer.machine.ts';
import type { OpenComposer } from './with-composer.tsx';

type Props = {
  composer: Pick<OpenComposer, 'panel' | 'send'>;
  /** what it opens */
  name: Panel;
  icon: IconName;
  label: string;
};

/** A tool that opens its panel, and closes it when it is open. */
export const PanelButton = ({ composer: { panel, send }, name, icon, label }: Props) => (
  <IconButton
    icon={icon}
    label={label}
    aria-expanded={panel === name}
    onClick={() => send({ type: 'panel.toggle', panel: name })}
  />
);
