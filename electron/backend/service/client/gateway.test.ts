/** Tests a gateway: which calls use it, and that its secret stays with it. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import { createServiceClient } from './http-client.ts';
import { failureOf } from './testing/client-bench.ts';
import { fakePng } from './testing/pictures.ts';
import { answering, startQuirkyServer, type Behaviour } from './testing/quirky-server.ts';

const KEY = 'gesso-canary-key-123456';
const SECRET = 'gesso-canary-gateway-123456';

async function startWithGateway(scope: 'language' | 'everything', behaviour: Behaviour) {
  const service = await startQuirkyServer(behaviour);
  const gateway = await startQuirkyServer(behaviour);
  const logged: string[] = [];
  const client = createServiceClient(
    {
      baseUrl: service.baseUrl,
      key: KEY,
      gateway: {
        baseUrl: gateway.baseUrl,
        headerName: 'Helicone-Auth',
        headerValue: `Bearer ${SECRET}`,
        scope,
        extraHeaders: { 'Helicone-Omit-Request': 'true', 'Helicone-Omit-Response': 'true' },
      },
    },
    { environment: {}, log: (line) => logged.push(line) },
  );
  return { service, gateway, client, logged };
}

const ANSWER = answering(200, '{"data":[],"bills":[],"task":{"status":"TASK_STATUS_QUEUED"}}');

describe('a gateway', () => {
  it('carries calls of the language models with both keys and its privacy headers', async () => {
    const both = await startWithGateway('language', ANSWER);
    await both.client.listModels();
    await both.client.taskResult('t');
    await both.client.listBills({ cycle: 'Day', category: 'gpu' });
    expect(both.gateway.seen.map((request) => request.url)).toEqual(['/v3/openai/models']);
    expect(both.gateway.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'helicone-auth': `Bearer ${SECRET}`,
      'helicone-omit-request': 'true',
      'helicone-omit-response': 'true',
    });
    expect(both.service.seen).toHaveLength(2);
    expect(JSON.stringify(both.service.seen.map(({ headers }) => headers))).not.toContain(SECRET);
  });

  it('carries everything when configured to, under the same paths', async () => {
    const both = await startWithGateway('everything', ANSWER);
    await both.client.taskResult('t');
    await both.client.listBills({ cycle: 'Day', category: 'gpu' });
    expect(both.gateway.seen).toHaveLength(2);
    expect(both.gateway.seen[0]?.url).toBe('/v3/async/task-result?task_id=t');
    expect(both.service.connectionCount()).toBe(0);
  });

  it('S24 never carries a download, and sends neither secret to the storage', async () => {
    await using storage = await startQuirkyServer(answering(200, fakePng(100)));
    const both = await startWithGateway('everything', ANSWER);
    const folder = testFolder();
    const answerPath = join(folder, 'a');
    const options = { answerPath, maxBytes: 1e6, accept: ['png'] } as const;
    await both.client.download(`${storage.baseUrl}/o?sig=1`, options);
    expect(JSON.stringify(storage.seen[0]?.headers)).not.toMatch(/canary|helicone/u);
    expect(both.gateway.connectionCount() + both.service.connectionCount()).toBe(0);
  });

  it('S21 S22 has a secret that no error and no log line contains', async () => {
    const echo = answering(400, `{"message":"bad Helicone-Auth: Bearer ${SECRET} and ${SECRET}"}`);
    const both = await startWithGateway('everything', echo);
    const error = await failureOf(both.client.taskResult('t'));
    expect(String(error.details?.['body'])).toContain('[redacted]');
    expect(JSON.stringify(error.toData()) + both.logged.join()).not.toContain('canary');
  });
});
