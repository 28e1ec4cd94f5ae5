import {
  NOTIFICATION_TYPES,
  type NotificationControls,
  type NotificationSettings,
} from '#domain/notifications/notifications.ts';
import { Chip } from '#ui/kit/chip.tsx';
import type { IconName } from '#ui/kit/icon.tsx';
import { notificationTexts as texts } from '#ui/texts/notifications.ts';

/** The icon of each type. */
export const TYPE_ICONS = {
  like: 'heart',
  reply: 'reply',
  mention: 'at',
  repost: 'repost',
  zap: 'bolt',
  ecash: 'coin',
} as const satisfies Record<string, IconName>;

type Props = { controls: NotificationControls; mutes: NotificationSettings['mutes'] };

/** Which kinds are shown; the choice stays (NOTIF-11). */
export const KindChips = ({ controls, mutes }: Props) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not scroll sideways
  <div className="chips chips--scroll" role="group" aria-label={texts.kinds}>
    {NOTIFICATION_TYPES.map((type) => (
      <Chip
        key={type}
        label={texts.kind[type]}
        icon={TYPE_ICONS[type]}
        pressed={!mutes[type]}
        onPress={() => controls.mute(type, !mutes[type])}
      />
    ))}
  </div>
);
