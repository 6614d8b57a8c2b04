import sharp from 'sharp';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startQuirkyServer } from '../service/client/testing/quirky-server.ts';

const MODEL = 'eyes/one';
const KEY = 'gesso-test-key';

/** One message with a picture. */
const partSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.object({ url: z.string() }).optional(),
});
const sentSchema = z.object({
  messages: z.array(z.object({ content: z.array(partSchema) })),
});

it('sends a picture reduced, and only to a model that is marked as accepting pictures', async () => {
  await using server = await startQuirkyServer(async (request, response) => {
    await request.body;
    const answer =
      request.method === 'GET'
        ? { data: [{ id: MODEL }] }
        : { choices: [{ index: 0, message: { content: 'A photo' }, finish_reason: 'stop' }] };
    if (request.headers.authorization !== `Bearer ${KEY}`) response.statusCode = 401;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await using fixture = await createBackendFixture();
  const { connections, conversations, language, models } = fixture.client();
  const draft = { name: 'Eyes', baseUrl: server.baseUrl, key: KEY };
  await connections.activate({ connectionId: (await connections.add(draft)).id });
  const photo = await fixture.importPhoto(await noisePng(900, 600));
  const pictures = [{ photoId: photo.id, longestSide: 300 }];
  const { id: conversationId } = await conversations.create({ model: MODEL });
  const message = { conversationId, text: 'Describe it', pictures };
  await expect(conversations.send(message)).rejects.toMatchObject({
    data: { kind: 'invalid-input', details: { field: 'pictures' } },
  });
  const posts = () => server.seen.filter(({ method }) => method === 'POST');
  expect(posts()).toEqual([]);

  await models.mark({ model: MODEL, takesPictures: true });
  const sent = await conversations.send(message);
  const [answer] = sent.answers;
  const { runId = '' } = answer ?? {};
  for await (const { end } of await language.follow({ runId, afterSequence: -1 })) {
    if (end !== undefined) expect(end).toMatchObject({ state: 'done' });
  }
  const { messages } = sentSchema.parse(JSON.parse(String(posts()[0]?.body)));
  const parts = messages[0]?.content ?? [];
  expect(parts.map(({ type }) => type)).toEqual(['image_url', 'text']);
  const [head = '', data = ''] = parts[0]?.image_url?.url.split(',') ?? [];
  expect(head).toBe('data:image/jpeg;base64');
  const picture = await sharp(Buffer.from(data, 'base64')).metadata();
  expect([picture.format, picture.width, picture.height]).toEqual(['jpeg', 300, 200]);

  // without the mark the conversation goes on, without its pictures, which are not counted then
  const parentId = answer?.messageId;
  const measured = async () => (await conversations.measure({ conversationId, parentId })).tokens;
  const withPicture = await measured();
  await models.mark({ model: MODEL, takesPictures: false });
  expect(withPicture - (await measured())).toBe(300 ** 2 / 750);
  const next = { conversationId, parentId, text: 'And in one word?' };
  const preview = await conversations.preview(next);
  expect(JSON.stringify(preview)).not.toContain(photo.id);
  const [blind] = (await conversations.send(next)).answers;
  await models.mark({ model: MODEL, takesPictures: true });
  const requestOf = async (runId = '') => JSON.stringify(await language.request({ runId }));
  expect(await requestOf(blind?.runId)).not.toContain(photo.id);
  expect(await requestOf(answer?.runId)).toContain(photo.id);
});
