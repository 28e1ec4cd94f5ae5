import { type Chance, chanceFrom } from '#devnet/content/random.ts';

/** Sky from top to bottom, then four layers from far to near, then the light. */
type Palette = readonly [string, string, string, string, string, string, string];

const PALETTES: readonly Palette[] = [
  ['#17293c', '#7391af', '#5b7690', '#3b536a', '#243545', '#101a23', '#f5d9a8'],
  ['#3a2340', '#e39a6f', '#8a5a6b', '#5d3d57', '#372742', '#1a1426', '#ffe2b0'],
  ['#0b1420', '#22405c', '#1d3449', '#162838', '#0f1c28', '#080f16', '#e8edf2'],
  ['#86b6c9', '#f3ead2', '#9db8a8', '#6e937f', '#44695a', '#213c35', '#fff6d8'],
  ['#c9753f', '#f6d7a0', '#b06a4a', '#86503f', '#593833', '#2c1f22', '#fff0cf'],
  ['#4c6a88', '#cfd9e2', '#91a5b7', '#6a8196', '#455a6c', '#243340', '#ffffff'],
  ['#1e3d36', '#a9c48f', '#6f9970', '#4a7558', '#2d5042', '#142821', '#f8efb5'],
  ['#2b2f55', '#c58fa8', '#7d6a94', '#575078', '#383858', '#1c1d33', '#ffd9e0'],
];

/** A line of hills from left to right at height `base`, closed at the bottom. */
function hills(chance: Chance, width: number, height: number, base: number, rise: number, sharp: boolean): string {
  const step = width / (sharp ? 9 : 6);
  let path = `M-20 ${height}V${base}`;
  for (let x = -20; x < width + step; x += step) {
    const y = Math.round(base - chance.unit() * rise);
    path += sharp
      ? `L${Math.round(x)} ${y}`
      : `S${Math.round(x)} ${y} ${Math.round(x + step / 2)} ${Math.round(base - chance.unit() * rise * 0.6)}`;
  }
  return `${path}V${height}Z`;
}

const flyingBird = (x: number, y: number, size: number): string =>
  `<path d="M${x - size} ${y - size * 0.5}Q${x - size * 0.3} ${y - size * 0.4} ${x} ${y}Q${x + size * 0.3} ${y - size * 0.4} ${x + size} ${y - size * 0.5}" fill="none" stroke-width="${(size / 6).toFixed(1)}" stroke-linecap="round"/>`;

const fir = (x: number, y: number, size: number): string =>
  `<path d="M${x} ${y - size}l${size * 0.24} ${size * 0.5}h-${size * 0.1}l${size * 0.18} ${size * 0.5}h-${size * 0.64}l${size * 0.18}-${size * 0.5}h-${size * 0.1}z"/>`;

const open = (width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;

/** A drawn landscape, always the same one for the same name. */
export function landscapeSvg(name: string, width: number, height: number): string {
  const chance = chanceFrom(`landscape ${name}`);
  const [top, low, ...rest] = chance.pick(PALETTES);
  const layers = rest.slice(0, 4);
  const light = rest[4] ?? '#fff';
  const sharp = chance.happens(0.5);
  const unit = Math.min(width, height);
  const sun = {
    x: width * (0.2 + chance.unit() * 0.6),
    y: height * (0.2 + chance.unit() * 0.2),
    r: unit * (0.05 + chance.unit() * 0.05),
  };
  const shapes = layers.map((colour, index) => {
    const base = height * (0.5 + index * 0.14);
    return `<path fill="${colour}" d="${hills(chance, width, height, base, height * (0.3 - index * 0.05), sharp && index < 2)}"/>`;
  });
  const trees = Array.from({ length: chance.below(26) }, () =>
    fir(chance.below(width), height * (0.94 + chance.unit() * 0.08), unit * (0.12 + chance.unit() * 0.16)),
  );
  const flock = Array.from({ length: chance.below(7) }, () =>
    flyingBird(chance.below(width), height * (0.12 + chance.unit() * 0.3), unit * (0.015 + chance.unit() * 0.02)),
  );
  return [
    open(width, height),
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".75" stop-color="${low}"/></linearGradient></defs>`,
    `<path fill="url(#s)" d="M0 0h${width}v${height}H0z"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="${light}"/>`,
    `<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r * 2.4}" fill="${light}" opacity=".14"/>`,
    ...shapes,
    `<g fill="${layers[3] ?? '#000'}">${trees.join('')}</g><g stroke="${layers[3] ?? '#000'}">${flock.join('')}</g></svg>`,
  ].join('');
}

const FEATHERS = ['#7391af', '#cf8045', '#8aa37b', '#b86b77', '#6f6aa8', '#c9a14a', '#4f9a94', '#a2735a'] as const;
const GROUNDS = [
  '#dfe7ee',
  '#f4e3cf',
  '#e2ead9',
  '#f3dcdc',
  '#dedcf0',
  '#f5ecd2',
  '#d8ebe8',
  '#2a3846',
  '#3a2d2a',
  '#22352f',
] as const;

/** A bird with its own colours, size, crest and look, always the same one for the same name. */
export function avatarSvg(name: string): string {
  const chance = chanceFrom(`avatar ${name}`);
  const [back = '#789', wing = '#567', tail = '#345'] = chance.sample(FEATHERS, 3);
  const ground = chance.pick(GROUNDS);
  const turn = chance.below(40) - 20;
  const mirror = chance.happens(0.5) ? 'translate(160 0) scale(-1 1)' : '';
  const crest = chance.happens(0.4) ? `<path d="M58 42q-8-22-20-26q2 16 8 30z" fill="${wing}"/>` : '';
  const mask = chance.happens(0.6) ? '<path d="M24 66q24-12 52-8q-14 16-50 16z" fill="#11181f"/>' : '';
  return [
    open(160, 160),
    `<path fill="${ground}" d="M0 0h160v160H0z"/><circle cx="${110 - turn}" cy="56" r="${34 + chance.below(24)}" fill="${chance.pick(FEATHERS)}" opacity=".35"/>`,
    `<g transform="${mirror} rotate(${turn} 80 90)"><path d="M104 108l46 34-26 4-36-22z" fill="${tail}"/>`,
    `${crest}<path d="M30 70q4-36 42-36q34 0 46 34t-8 58q-20 24-48 10q-34-16-32-66z" fill="${back}"/>`,
    `<path d="M38 92q8 44 50 44q-6-26-22-36t-28-8z" fill="#f6f1e7"/><path d="M74 76q40-4 52 48q-34 8-50-14t-2-34z" fill="${wing}"/>`,
    `${mask}<path d="M32 62l-24 10 25 6z" fill="#c58b3a"/><circle cx="52" cy="60" r="7" fill="#11181f"/><circle cx="50" cy="58" r="2.2" fill="#fff"/></g></svg>`,
  ].join('');
}
