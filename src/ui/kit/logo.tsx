/** The bird. Its five colours come from the theme, its shapes from `icons.svg`. */
export const Logo = ({ className = 'logo' }: { className?: string }) => (
  <svg className={className} viewBox="0 0 64 60" aria-hidden="true">
    <use href="#logo" />
  </svg>
);
