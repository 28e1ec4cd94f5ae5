export type ButtonLook = {
  /** primary: one per view; value moves money; danger cannot be undone */
  look?: 'primary' | 'value' | 'line' | 'ghost' | 'danger' | 'danger-quiet';
  /** s is drawn 36 px high and 44 to touch */
  size?: 's' | 'lg';
  block?: boolean;
};

/** The classes of a button, also for links that look like one. */
export const buttonClass = ({ look, size, block = false }: ButtonLook = {}): string =>
  ['btn', look && `btn--${look}`, size && `btn--${size}`, block && 'btn--block'].filter(Boolean).join(' ');
