import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { pictureNotes, scrollIn, servePictures, SCROLLED } from './ascii.ts';
import type { Row } from './table.ts';

/** Image Mode scrolled at 3,600 px a second: 60 frames each. */
export async function benchGallery(): Promise<Row[]> {
  const pictures = await servePictures();
  const relay = await startScriptedRelay({ events: await pictureNotes(pictures.url), latencyMs: 5 });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const { p95, fps, reached } = await scrollIn(app.url, { imageMode: true });
  await app.close();
  await relay.close();
  pictures.close();
  return [
    {
      name: `Image Mode, ${reached} pictures scrolled, p95 frame`,
      value: `${p95.toFixed(1)} ms, ${fps.toFixed(1)} frames a second`,
      against: '16.7 ms',
      ratio: (p95 / 16.7).toFixed(2),
      budget: '< 20 ms',
      holds: p95 < 20 && reached >= SCROLLED,
    },
  ];
}
