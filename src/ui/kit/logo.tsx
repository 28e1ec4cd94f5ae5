import { useId } from 'react';

/** The bird. Its five colours come from the theme. */
export const Logo = ({ className = 'logo' }: { className?: string }) => {
  const outline = useId();
  return (
    <svg className={className} viewBox="0 0 64 60" aria-hidden="true">
      <LogoShapes outline={outline} />
    </svg>
  );
};

/** The shapes alone, for drawings that hold the bird; `outline` is an id that is unique in the page. */
export const LogoShapes = ({ outline }: { outline: string }) => (
  <>
    <clipPath id={outline}>
      <path d="M7.500 43C7.500 33.500 13.500 26.800 22 23.400C31 19.600 39.800 11.700 50.200 4.300Q52 3 53.600 4.600L59.400 10.200Q60.800 11.600 60 13.400C56.800 20.800 55.600 27.500 51.600 36.200C46 48.500 36.500 56.500 25 56.500C14.500 56.500 7.500 51.500 7.500 43Z" />
    </clipPath>
    <g clipPath={`url(#${outline})`}>
      <path d="M0 0H64V64H0Z" fill="var(--logo-slate)" />
      <path
        d="M4 46.700C16 47.400 26.400 43.400 33.600 36.200C42 27.600 50 19 62 9L66 64H0Z"
        fill="var(--logo-cheek)"
      />
      <path
        d="M64 10.500C53 20 46 31.600 38.600 39.600C32.400 46.200 24 51.500 17.500 60L66 64Z"
        fill="var(--logo-rust)"
      />
      <path
        d="M4 42C14.600 41 21.500 37.400 27.600 31.400C31.200 27.800 35.600 25.200 41 24.400C38.400 29.400 36 33 32.400 36.800C25.800 43.600 15.600 47.600 4 46.800Z"
        fill="var(--logo-ink)"
      />
    </g>
    <path
      d="M9.200 39.600C5.600 41.400 2.400 44.400-.6 48.800C3.800 48.200 7.400 47.700 10.400 47C9 45 8.600 42.400 9.200 39.600Z"
      fill="var(--logo-bill)"
    />
    <circle cx="19.200" cy="41" r="1.700" fill="#fff" />
  </>
);
