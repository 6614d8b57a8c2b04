/** See `server-process.ts`. Argument: a file that is the answer's picture; a few bytes unless given. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file] = process.argv;
const HEADER = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
const PICTURE = file === undefined ? HEADER : readFileSync(file);
const PICTURE_ANSWER = JSON.stringify({
  image_file: PICTURE.toString('base64'),
  image_type: 'png',
});
/** A connection is checked by it, and by the refusal of a key that is made up. */
const MODELS = JSON.stringify({ object: 'list', data: [{ id: 'none', object: 'model' }] });

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const isMadeUp = request.headers.authorization?.includes('gesso-check-') === true;
    const answer = request.method === 'GET' ? MODELS : PICTURE_ANSWER;
    const headers = { 'content-type': 'application/json', 'content-length': answer.length };
    response.writeHead(isMadeUp ? 401 : 200, headers).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
