/** A client against a server that misbehaves, and checks that hold whenever a call fails. */
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { byteSourceOfBytes, type ByteSource } from '../http/byte-source.ts';
import { createServiceClient, type ServiceClient } from '../http-client.ts';
import type { CallTimeouts } from '../http/exchange.ts';
import { fakePng } from './pictures.ts';
import { IMPATIENT_CLOCK } from './impatient-clock.ts';
import { startQuirkyServer, type Behaviour } from './quirky-server.ts';
import { endsWithTest } from '../../../../testing/ends-with-test.ts';

/** The key that must never be seen anywhere. */
export const CANARY_KEY = 'gesso-canary-0123456789';

/** A good answer with a picture of 3000 bytes. */
export const GOOD_ANSWER = JSON.stringify({
  image_file: fakePng(3000).toString('base64'),
  image_type: 'png',
});

/** The parts of a clean-up that a test chooses; the bench fills in the others. */
export interface FailingCall {
  readonly image?: ByteSource;
  readonly signal?: AbortSignal;
  readonly answerPath?: string;
  onHeld?(isHeld: boolean): void;
}

/** Clients with one temporary folder and one log. */
export type FaultBench = ReturnType<typeof createFaultBench>;

export function createFaultBench() {
  const folder = testFolder();
  const clients: ServiceClient[] = [];
  const logged: string[] = [];

  /** @param isFree as for practice, see `ServiceClientOptions` */
  function connect(
    baseUrl: string,
    timeouts: Partial<CallTimeouts> = {},
    isFree: boolean = false,
  ): ServiceClient {
    const options = {
      environment: {},
      timeouts,
      isFree,
      clock: IMPATIENT_CLOCK,
      log: (line: string) => logged.push(line),
    };
    const client = createServiceClient({ baseUrl, key: CANARY_KEY }, options);
    clients.push(client);
    return client;
  }

  /** The AppError that a clean-up ends with; checks that nothing is left and no secret is in it. */
  async function failureOf(client: ServiceClient, call: FailingCall = {}): Promise<AppError> {
    const { image = byteSourceOfBytes(fakePng(1000)), signal } = call;
    const request = { image, mask: byteSourceOfBytes(fakePng(500)), responseType: 'png' } as const;
    const answerPath = call.answerPath ?? join(folder, 'answer');
    const error = await client
      .cleanup(request, {
        answerPath,
        signal,
        onHeld: (isHeld) => call.onHeld?.(isHeld),
      })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    if (!(error instanceof AppError)) throw new Error(`not an AppError: ${String(error)}`);
    const left = await readdir(folder);
    expect(left).toEqual(error.kind === 'bad-answer' && left.length > 0 ? ['answer'] : []);
    for (const name of left) {
      // an answer that cannot be used is kept, without the key
      expect(await readFile(join(folder, name), 'latin1')).not.toContain('canary');
      await rm(join(folder, name));
    }
    expect(JSON.stringify(error.toData()) + logged.join('\n')).not.toContain('canary');
    return error;
  }

  /** The same against a server made for it; checks that the POST was not repeated. */
  async function failureWith(
    behaviour: Behaviour,
    timeouts?: Partial<CallTimeouts>,
  ): Promise<AppError> {
    await using server = await startQuirkyServer(behaviour);
    const error = await failureOf(connect(server.baseUrl, timeouts));
    expect(server.seen.length, 'a POST is never repeated').toBeLessThanOrEqual(1);
    return error;
  }

  return endsWithTest({
    folder,
    logged,
    connect,
    failureOf,
    failureWith,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.close();
    },
  });
}

export async function startRawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return endsWithTest({
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}
