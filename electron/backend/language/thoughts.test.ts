/** Tests that reasoning is kept apart from the text, with its message. */
import { expect, it } from 'vitest';
import { DONE_FRAME, frame } from '../service/client/language/testing/streams.ts';
import { startHandBench, HAND_MODEL } from './testing/hand-stream.ts';

const delta = (fields: object) =>
  frame({ choices: [{ index: 0, delta: fields, finish_reason: null }] });

it('thoughts come before the text, stay with the message, and are not part of it', async () => {
  await using bench = await startHandBench();
  const client = bench.fixture.client();
  const begun = bench.answerNext();
  const { conversation, answers } = await client.conversations.send({
    begin: { system: '', parameters: {}, folder: '', model: HAND_MODEL },
    text: 'Why is the sky blue?',
  });
  const stream = await begun;
  const runId = answers[0]?.runId ?? '';
  const kinds: string[] = [];
  const following = (async () => {
    for await (const { events } of await client.language.follow({ runId, afterSequence: -1 })) {
      kinds.push(...events.map(({ is }) => is));
    }
  })();
  await stream.write(delta({ reasoning_content: 'Light ' }));
  await stream.write(delta({ reasoning_content: 'scatters.' }));
  await stream.write(delta({ content: 'Because of ' }));
  await stream.write(delta({ content: [{ type: 'text', text: 'scattering.' }] }));
  await stream.write(frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  await stream.write(DONE_FRAME);
  stream.end();
  await following;
  const { messages } = await client.conversations.path({
    conversationId: conversation.id,
    limit: 10,
  });
  const answer = messages.at(-1);
  expect(answer).toMatchObject({ text: 'Because of scattering.', thoughts: 'Light scatters.' });
  expect(kinds.indexOf('thoughts')).toBeLessThan(kinds.indexOf('text'));
});

it.each([
  ['counts them', { reasoning_tokens: 400 }, { tokens: 30, isEstimate: false }],
  ['does not count them', undefined, { isEstimate: true }],
])('thoughts are not counted for the next message when the service %s', async (...row) => {
  const [, details, measured] = row;
  await using bench = await startHandBench();
  const { conversations, language } = bench.fixture.client();
  const begun = bench.answerNext();
  const sent = await conversations.send({
    begin: { system: '', parameters: {}, folder: '', model: HAND_MODEL },
    text: 'Why?',
  });
  const [{ runId, messageId: parentId } = { runId: '', messageId: '' }] = sent.answers;
  const stream = await begun;
  await stream.write(delta({ reasoning_content: 'Light scatters. '.repeat(100) }));
  await stream.write(delta({ content: 'Because.' }));
  const usage = { prompt_tokens: 10, completion_tokens: 420, completion_tokens_details: details };
  await stream.write(frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }));
  await stream.write(DONE_FRAME);
  stream.end();
  for await (const _ of await language.follow({ runId, afterSequence: -1 }));
  const size = await conversations.measure({ conversationId: sent.conversation.id, parentId });
  expect(size).toMatchObject(measured);
  expect(size.tokens).toBeLessThan(60);
});
