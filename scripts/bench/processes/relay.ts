/** Hands on what another server answers, piece by piece: the least that a program between the two does. */
import { createServer, get } from 'node:http';

const [upstream = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  get(`${upstream}${request.url ?? ''}`, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
  }).on('error', () => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
