import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const art = (name: string): Buffer => readFileSync(new URL(`../../devnet/art/${name}`, import.meta.url));

/** A PNG that says it is so large, and holds nothing. */
const emptyPng = (width: number, height: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

/** One px that is white in the first frame and black in the second. */
const BLINKING_GIF = Buffer.from(
  '47494638396101000100800000ffffff0000002c000000000100010000020244010021f904010a0000002c00000000010001000002024c01003b',
  'hex',
);

/** Two by two px, white above and black below. */
const BLOCKS_AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0A' +
    'AAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBj' +
    'bwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKD' +
    'BAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  'base64',
);

const PICTURES: Readonly<Record<string, readonly [type: string, body: () => Buffer]>> = {
  '/forest.jpg': ['image/jpeg', () => art('forest.jpg')],
  '/street.jpg': ['image/jpeg', () => art('street.jpg')],
  '/ridge.webp': ['image/webp', () => art('spring-ridge.webp')],
  '/late.jpg': ['image/jpeg', () => art('lake.jpg')],
  '/closed.jpg': ['image/jpeg', () => art('nuts.jpg')],
  '/bomb.png': ['image/png', () => emptyPng(50_000, 50_000)],
  '/torn.png': ['image/png', () => emptyPng(40, 30)],
  '/vector.svg': ['image/svg+xml', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')],
  '/flock.webm': ['video/webm', () => art('flock.webm')],
  '/blink.gif': ['image/gif', () => BLINKING_GIF],
  '/blocks.avif': ['image/avif', () => BLOCKS_AVIF],
};

/** A site with pictures of every kind. Scripts may read them all but '/closed.jpg'; '/late.jpg' comes when it may. */
export const startPictureServer = async () => {
  const late = Promise.withResolvers<void>();
  const asked: string[] = [];
  const send = (response: ServerResponse, path: string) => {
    const [type, body] = PICTURES[path] ?? [];
    const open = path === '/closed.jpg' ? {} : { 'access-control-allow-origin': '*' };
    response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain', ...open });
    response.end(body?.());
  };
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/late.jpg') void late.promise.then(() => send(response, url));
    else send(response, url);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** the paths that were asked for */
    asked,
    sendLate: () => late.resolve(),
    close: async () => {
      late.resolve();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
