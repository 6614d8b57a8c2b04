import { describe, expect, it } from 'vitest';
import { startChatBench } from '../testing/chat-bench.ts';

const bench = await startChatBench({ isAccount: true });

describe('the list of models', () => {
  it('has prices, context and description, and a default until the user sets another', async () => {
    const { models } = bench.client();
    const list = await models.list();
    expect(list).toMatchObject({ isStale: false, isPractice: false, isDefaultSet: false });
    expect(list.defaultModel).toBe(bench.models[0]);
    expect(list.models[0]).toMatchObject({ isOffered: true, isFavourite: false });
    expect(list.models[0]?.contextTokens).toBeGreaterThan(0);
    expect(list.models[0]?.description).not.toBe('');
    const marked = await models.mark({ model: bench.models[1], isDefault: true });
    expect(marked).toMatchObject({ defaultModel: bench.models[1], isDefaultSet: true });
    const unmarked = await models.mark({ model: bench.models[1], isDefault: false });
    expect(unmarked).toMatchObject({ defaultModel: bench.models[0], isDefaultSet: false });
  });

  it('keeps its default when another one cannot be recorded', async () => {
    const { models } = bench.client();
    const [first, second] = bench.models;
    await models.mark({ model: first, isDefault: true });
    bench.fixture.sql((database) =>
      database.exec(
        `CREATE TRIGGER no_default BEFORE UPDATE ON model_marks WHEN new.is_default = 1
           BEGIN SELECT raise(ABORT, 'not now'); END`,
      ),
    );
    await expect(models.mark({ model: second, isDefault: true })).rejects.toThrow();
    expect(await models.list()).toMatchObject({ defaultModel: first, isDefaultSet: true });
    bench.fixture.sql((database) => database.exec('DROP TRIGGER no_default'));
    await models.mark({ model: first, isDefault: false });
  });

  it('stores when a model was last used, and learns its context from long prompts', async () => {
    const { language, models } = bench.client();
    const prompt = '悬空 naïveté 0123456789 '.repeat(60);
    const [model] = bench.models;
    const { runId } = await language.start({ kind: 'completion', model, prompt, maxTokens: 2 });
    await bench.end(runId);
    const [used] = (await models.list()).models;
    expect(used?.lastUsedAt).toBeGreaterThan(0);
    expect(used?.tokenRatio).not.toBe(1);
  });

  it('learns nothing about texts from prompts of token ids', async () => {
    const { language, models } = bench.client();
    const model = bench.models[1];
    const ratio = async () =>
      (await models.list()).models.find(({ id }) => id === model)?.tokenRatio;
    const ask = async (prompt: string | number[]) => {
      const order = { kind: 'completion', model, prompt, maxTokens: 2 } as const;
      await bench.end((await language.start(order)).runId);
    };
    await ask('悬空 naïveté 0123456789 '.repeat(60));
    const learned = await ratio();
    await ask(Array.from({ length: 400 }, (_, id) => id));
    expect(await ratio()).toBe(learned);
  });

  it('delays a message that is sent before the first list arrived', async () => {
    const { connections, conversations } = bench.client();
    const { url: baseUrl } = bench.service;
    const draft = { name: 'New', baseUrl, key: bench.key };
    const { id: before = '' } = (await connections.list()).find(({ isActive }) => isActive) ?? {};
    const added = await connections.add(draft);
    await connections.activate({ connectionId: added.id });
    const { id: conversationId } = await conversations.create({ parameters: { maxTokens: 2 } });
    await bench.ended(conversations.send({ conversationId, text: 'Hello' }));
    expect((await bench.path(conversationId)).messages[1]?.model).toBe(bench.models[0]);
    await connections.activate({ connectionId: before });
  });

  it('is read again when the clock was set back', async () => {
    const ahead = Date.now() + 6 * 3_600_000;
    await bench.fixture.restart({
      async whileClosed() {
        bench.fixture.sql((database) =>
          database.prepare('UPDATE model_lists SET refreshed_at = ?').run(ahead),
        );
      },
    });
    const refreshedAt = async () => (await bench.client().models.list()).refreshedAt;
    await expect.poll(refreshedAt).toBeLessThan(ahead);
  });

  it('is read again as soon as a key of another account is entered', async () => {
    const { connections, models } = bench.client();
    const { connectionId = '', models: before } = await models.list();
    const others = [{ id: 'other/model', object: 'model', created: 0 }];
    const body = JSON.stringify({ data: others });
    await bench.fault('/v3/openai/models', { kind: 'answer', status: 200, body, times: 20 });
    await connections.replaceKey({ connectionId, key: bench.key });
    const offered = async () =>
      (await models.list()).models.filter(({ isOffered }) => isOffered).map(({ id }) => id);
    await expect.poll(offered).toEqual(['other/model']);
    await bench.calm();
    await connections.replaceKey({ connectionId, key: bench.key });
    await expect.poll(offered).toHaveLength(before.length);
  });

  it('stays usable when the service is gone, keeps its marks, and says why it is not current', async () => {
    const { models } = bench.client();
    await models.mark({ model: 'gone/model', isFavourite: true });
    const before = await models.list();
    const { connectionId = '' } = before;
    await bench.refuse('/v3/openai/models', 403, 'API_NOT_ALLOWED', 20);
    await bench.fixture.restart();
    const after = await bench.client().models.refresh({ connectionId });
    expect(after.error).toBeDefined();
    expect(after.models).toEqual(before.models);
    expect(after.models.at(-1)).toMatchObject({ id: 'gone/model', isOffered: false });
    await bench.service.call('/practice/faults', { method: 'DELETE' });
    expect((await bench.client().models.refresh({ connectionId })).error).toBeUndefined();
  });
});
