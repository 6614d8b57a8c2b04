/** `POST /v3/chat/completions`: the gateway's example; the rest is the shape that clients expect. */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccepted, expectField, expectRefused } from './support/answers.ts';
import { textAt } from './support/json.ts';
import { anyModel } from './support/endpoints.ts';
import { post, type Reply } from './support/http.ts';
import { serviceOfFile } from './support/service.ts';

const PATH = '/v3/chat/completions';

const service = serviceOfFile();
let model: string;

beforeAll(async () => {
  model = await anyModel(service);
});

function chat(messages: unknown, name: unknown = model): Promise<Reply> {
  return post(service, PATH, { model: name, messages });
}

describe('POST /v3/chat/completions', () => {
  it('takes model and messages with role and content', async () => {
    expectAccepted(await chat([{ role: 'user', content: 'What is depth of field?' }]));
    expectAccepted(
      await chat([
        { role: 'system', content: 'You are brief.' },
        { role: 'user', content: 'What is depth of field?' },
        { role: 'assistant', content: 'How much is sharp.' },
        { role: 'user', content: 'And a lens?' },
      ]),
    );
  });

  it('answers with a message and its usage', async () => {
    const { json } = await chat([{ role: 'user', content: 'What is depth of field?' }]);
    expect(textAt(json, 'object')).toBe('chat.completion');
    expect(textAt(json, 'model')).toBe(model);
    expect(textAt(json, 'choices[].message.role')).toBe('assistant');
    expect(textAt(json, 'choices[].message.content')).not.toBe('');
    expect(textAt(json, 'choices[].finish_reason')).toBe('stop');
    for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens']) {
      expectField(json, [`usage.${name}`, 'integer']);
    }
  });

  it.each([
    ['no list', 'What is depth of field?'],
    ['an empty list', []],
    ['nothing', undefined],
    ['a message without a role', [{ content: 'Hello' }]],
    ['a message without content', [{ role: 'user' }]],
    ['content that is no string', [{ role: 'user', content: 7 }]],
    ['a text', ['Hello']],
  ])('refuses messages that are %s', async (_what, messages) => {
    expectRefused(await chat(messages));
  });

  it.each([undefined, null, 7, 'practice/nobody'])('refuses the model %j', async (name) => {
    const body = { model: name, messages: [{ role: 'user', content: 'Hello' }] };
    expectRefused(await post(service, PATH, body));
  });
});
