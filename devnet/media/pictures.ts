/** A picture of devnet/art that notes can show. */
export type Picture = { readonly file: string; readonly alt: string; readonly dim: string };

const photo = (file: string, alt: string): Picture => ({ file: `${file}.jpg`, alt, dim: '960x720' });
const drawing = (file: string, alt: string, dim: string): Picture => ({ file: `${file}.webp`, alt, dim });

export const PICTURES: readonly Picture[] = [
  photo('forest', 'Firs in layers of fog, a pale sun above the ridge'),
  photo('nuts', 'Hazelnuts on a dark table'),
  photo('street', 'Blue hour over lit office windows'),
  photo('lake', 'A sail boat in the low sun'),
  photo('mast', 'A radio mast under stars'),
  photo('desk', 'A screen of code between a plant and a warm cup'),
  photo('trunk', 'A nuthatch going down a tree trunk headfirst'),
  drawing('meadow-hills', 'Pale green hills under a low sun', '960x720'),
  drawing('dusk-firs', 'Purple hills at dusk, firs in front', '960x720'),
  drawing('pink-moon', 'A pink moon over violet ridges', '960x720'),
  drawing('blue-morning', 'A warm sun above blue ridges', '960x720'),
  drawing('copper-valley', 'Copper hills and a row of firs', '960x720'),
  drawing('white-sun', 'A white sun on grey winter hills', '960x720'),
  drawing('spring-ridge', 'Soft green ridges in haze', '720x960'),
  drawing('violet-night', 'Violet hills after sunset', '960x960'),
  drawing('red-slope', 'A red slope with a big pale sun', '1200x600'),
  drawing('grey-sea-of-hills', 'A sea of grey hills, birds above', '1200x600'),
  drawing('lilac-firs', 'Firs before lilac hills', '720x960'),
  drawing('half-sun', 'Half a sun behind blue mountains', '960x720'),
  drawing('swallows', 'Birds crossing green mountains', '960x960'),
  drawing('night-walk', 'A small moon over a black valley', '960x720'),
  drawing('green-gold', 'A golden sun over a green valley', '960x720'),
];

/** The short film of devnet/art. */
export const FILM = { file: 'flock.webm', type: 'video/webm', dim: '480x270', alt: 'Five birds cross an evening sky' };
