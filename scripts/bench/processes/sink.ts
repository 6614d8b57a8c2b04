/** See `server-process.ts`. Argument: a file that is the answer's picture; a few bytes unless given. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file] = process.argv;
const HEADER = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
const PICTURE = file === undefined ? HEADER : readFileSync(file);
const answer = JSON.stringify({ image_file: PICTURE.toString('base64'), image_type: 'png' });

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const headers = { 'content-type': 'application/json', 'content-length': answer.length };
    response.writeHead(200, headers).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
