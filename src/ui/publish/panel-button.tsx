import { IconButton } from '#ui/kit/icon-button.tsx';
import type { IconName } from '#ui/kit/icon.tsx';

export type Panel = 'picture' | 'work' | 'relays' | 'preview';

type Props = {
  /** what it opens */
  name: Panel;
  icon: IconName;
  label: string;
  /** what is open now */
  panel: Panel | undefined;
  onPanel: (panel: Panel | undefined) => void;
};

/** A tool that opens its panel, and closes it when it is open. */
export const PanelButton = ({ name, icon, label, panel, onPanel }: Props) => (
  <IconButton
    icon={icon}
    label={label}
    aria-expanded={panel === name}
    onClick={() => onPanel(panel === name ? undefined : name)}
  />
);
