/** A stream is written no faster than its reader takes it. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { writePieces } from './stream.ts';

it('a source is asked for no more than a slow client takes, and ended when it goes away', async () => {
  const state = { pieces: 0, hasEnded: false };
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        state.pieces += 1;
        yield Buffer.alloc(65_536, 'x');
      }
    } finally {
      state.hasEnded = true;
    }
  }
  const gone = new AbortController();
  const outcome = Promise.withResolvers<unknown>();
  const server = createServer((_request, response) => {
    response.once('close', () => gone.abort());
    outcome.resolve(writePieces(response, endless(), gone.signal).catch((error: unknown) => error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const socket = connect(port, '127.0.0.1');
  // never read
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  try {
    // the buffers of both ends fill, and then nothing more is asked for
    let before = -1;
    await expect
      .poll(
        () => {
          const isSettled = state.pieces > 0 && state.pieces === before;
          before = state.pieces;
          return isSettled;
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(state.hasEnded).toBe(false);
    socket.destroy();
    expect(await outcome.promise).toMatchObject({ name: 'ClientGone' });
    expect(state.hasEnded).toBe(true);
  } finally {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  }
});
