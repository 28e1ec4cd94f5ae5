/** Two nuts on the ground. */
export const Nuts = () => (
  <svg className="ef__art" viewBox="18 20 124 80" aria-hidden="true">
    <path d="M20 96h120" stroke="var(--line-strong)" strokeWidth="2" strokeLinecap="round" />
    <g fill="var(--surface)" stroke="var(--value)" strokeWidth="2.5">
      <path d="M52 44.7c13.6 4.4 22 15 22 27.5c0 13.9-9.5 22.4-22 22.4s-22-8.8-22-22.4c0-12.5 8.4-23.1 22-27.5z" />
      <path fill="none" d="M31.1 78.8c11 6.6 30.8 6.6 41.8 0" />
      <path d="M96 27.5c18.6 6 30 20.4 30 37.5c0 18.9-12.9 30.6-30 30.6s-30-12-30-30.6c0-17.1 11.4-31.5 30-37.5z" />
      <path fill="none" d="M67.5 74c15 9 42 9 57 0" />
    </g>
  </svg>
);
