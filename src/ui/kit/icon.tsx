/** The symbols of `icons.svg`, which stand at the top of the page: an address of their own would be loaded too late. */
export type IconName =
  | 'back'
  | 'next'
  | 'down'
  | 'up'
  | 'close'
  | 'plus'
  | 'minus'
  | 'check'
  | 'search'
  | 'sliders'
  | 'pen'
  | 'reply'
  | 'repost'
  | 'heart'
  | 'bolt'
  | 'more'
  | 'user'
  | 'users'
  | 'login'
  | 'logout'
  | 'key'
  | 'lock'
  | 'unlock'
  | 'eye'
  | 'eyeoff'
  | 'copy'
  | 'alert'
  | 'info'
  | 'trash'
  | 'in'
  | 'out'
  | 'qr'
  | 'scan'
  | 'nut'
  | 'coin'
  | 'mint'
  | 'wallet'
  | 'relay'
  | 'image'
  | 'play'
  | 'pause'
  | 'quote'
  | 'clock'
  | 'link'
  | 'paste'
  | 'refresh'
  | 'offline'
  | 'hash'
  | 'mute'
  | 'ext'
  | 'save'
  | 'globe'
  | 'keyboard'
  | 'moon'
  | 'contrast'
  | 'grid'
  | 'ascii'
  | 'palette'
  | 'filter'
  | 'shield'
  | 'gauge'
  | 'pulse'
  | 'stop'
  | 'at'
  | 'chart'
  | 'box'
  | 'file';

type Props = {
  name: IconName;
  /** 20 px when left out; s 16, xs 13, l 24 */
  size?: 's' | 'xs' | 'l';
  fill?: boolean;
};

/** One icon of the sprite. It says nothing to screen readers: its button or the text beside it does. */
export const Icon = ({ name, size, fill = false }: Props) => (
  <svg className={`i${size ? ` i--${size}` : ''}${fill ? ' i--fill' : ''}`} aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
);
