/** A service whose streams a test writes by hand, and a backend that is connected to it. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { LanguageRequest, LanguageRun } from '../../../../shared/contract/language.ts';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { startQuirkyServer } from '../../service/client/testing/quirky-server.ts';
import {
  DONE_FRAME,
  finishFrame,
  textFrame,
} from '../../service/client/language/testing/streams.ts';
import { endsWithTest } from '../../../testing/ends-with-test.ts';

export type HandStream = ReturnType<typeof handStream>;

export interface Followed {
  text: string;
  end: LanguageRun | undefined;
}

export const HAND_MODEL = 'hand/model';

/** @param dataFolder a temporary one unless given */
export async function startHandBench(dataFolder?: string) {
  const waiting: ((stream: HandStream) => void)[] = [];
  const server = await startQuirkyServer(async (request, response) => {
    await request.body;
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: [{ id: HAND_MODEL }] }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    waiting.shift()?.(handStream(response));
  });
  const service = { baseUrl: server.baseUrl, key: 'gesso-canary-key-0816' };
  const fixture = await createBackendFixture({ service, dataFolder });
  const answerNext = () => new Promise<HandStream>((resolve) => void waiting.push(resolve));
  return endsWithTest({
    fixture,
    answerNext,
    async start(
      changes: Partial<LanguageRequest> = {},
    ): Promise<{ runId: string; stream: HandStream }> {
      const stream = answerNext();
      const request = { kind: 'completion', model: HAND_MODEL, prompt: 'Light', ...changes };
      const { runId } = await fixture.client().language.start(request as LanguageRequest);
      return { runId, stream: await stream };
    },
    follow(runId: string): Followed {
      const followed: Followed = { text: '', end: undefined };
      void (async () => {
        const messages = await fixture.client().language.follow({ runId, afterSequence: -1 });
        for await (const { events, end } of messages) {
          for (const event of events) if (event.is === 'text') followed.text += event.text;
          followed.end = end;
        }
      })();
      return followed;
    },
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  });
}

function handStream(response: ServerResponse) {
  const closed = once(response, 'close').then(() => undefined);
  /** Resolves when the socket has taken it; nothing happens when the client has gone. */
  const write = async (text: string): Promise<void> => {
    if (response.destroyed || response.writableEnded) return;
    const taken = new Promise<void>((resolve) => void response.write(text, () => resolve()));
    await Promise.race([taken, closed]);
  };
  return {
    write,
    closed,
    say: (text: string): Promise<void> => write(textFrame(text)),
    /** Ends the body without the last frames. */
    end: (): void => void response.end(),
    async finish(): Promise<void> {
      await write(finishFrame() + DONE_FRAME);
      response.end();
    },
  };
}
