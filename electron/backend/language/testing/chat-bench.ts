/** Conversations over the practice service, for tests: sending, waiting for ends, reading paths. */
import type { Answering, MessagePath } from '../../../../shared/contract/conversations.ts';
import type { LanguageRun } from '../../../../shared/contract/language.ts';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { startService, testKey } from '../../../testing/practice-service.ts';
import { endsWithTest } from '../../../testing/ends-with-test.ts';

/** @param options.isAccount an account with prices in place of the free practice */
export async function startChatBench(options: { readonly isAccount?: boolean } = {}) {
  const service = await startService({ tokensPerSecond: 0 });
  const fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  if (options.isAccount === true) await fixture.connectAccount();
  const client = () => fixture.client();
  const { connectionId = '' } = await client().models.list();
  const { models } = await client().models.refresh({ connectionId });

  async function end(runId: string): Promise<LanguageRun> {
    for await (const { end: run } of await client().language.follow({ runId, afterSequence: -1 })) {
      if (run !== undefined) return run;
    }
    throw new Error('The answer did not end.');
  }

  async function path(conversationId: string, limit = 200): Promise<MessagePath> {
    return await client().conversations.path({ conversationId, limit });
  }

  async function fault(at: string, what: Readonly<Record<string, unknown>>): Promise<void> {
    const response = await service.post('/practice/faults', { path: at, ...what });
    if (response.status !== 201) throw new Error(await response.text());
  }

  return endsWithTest({
    service,
    fixture,
    key: testKey,
    fault,
    async calm(): Promise<void> {
      await service.call('/practice/faults', { method: 'DELETE' });
      await service.call('/practice/requests', { method: 'DELETE' });
      await service.post('/practice/state', { tokensPerSecond: 0 });
    },
    /** The service answers its next calls to a path with an error. */
    async refuse(at: string, status: number, reason: string, times = 1): Promise<void> {
      const body = JSON.stringify({ code: status, reason, message: 'No.' });
      await fault(at, { kind: 'answer', status, body, times });
    },
    models: [models[0]?.id ?? '', models[1]?.id ?? ''] as const,
    client,
    end,
    async ended(begun: Answering | Promise<Answering>): Promise<Answering> {
      const answering = await begun;
      for (const { runId } of answering.answers) await end(runId);
      return answering;
    },
    path,
    texts: async (conversationId: string) =>
      (await path(conversationId)).messages.map(({ text }) => text),
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await service.server.close();
    },
  });
}
