import { expect, it } from 'vitest';
import { parseExternal } from './import-formats.ts';

function read(value: unknown) {
  const skipped: string[] = [];
  const conversation = parseExternal(value, (reason) => void skipped.push(reason));
  return { conversation, skipped, texts: conversation?.messages.map(({ text }) => text) };
}

/** A line of ChatGPT's nodes. */
function mapping(messages: readonly object[]) {
  return {
    title: 'Colours',
    conversation_id: 'c1',
    current_node: `n${messages.length - 1}`,
    mapping: Object.fromEntries(
      messages.map((message, index) => [
        `n${index}`,
        { parent: index === 0 ? null : `n${index - 1}`, message },
      ]),
    ),
  };
}

const said = (role: string, text: string, more: object = {}) => ({
  author: { role },
  content: { content_type: 'text', parts: [text] },
  ...more,
});

it('skips tool calls and their output in ChatGPT’s export', () => {
  const { texts, skipped, conversation } = read(
    mapping([
      said('user', 'Plot it'),
      said('assistant', '', {
        recipient: 'python',
        content: { content_type: 'code', text: 'plot()' },
      }),
      said('assistant', '{"query":"x"}', { recipient: 'browser' }),
      said('tool', 'a plot'),
      said('assistant', 'Here it is.', { recipient: 'all' }),
    ]),
  );
  expect(texts).toEqual(['Plot it', 'Here it is.']);
  expect(skipped).toEqual([
    'A tool call was left out.',
    'A tool call was left out.',
    'The output of a tool was left out.',
  ]);
  expect(conversation?.messages[1]?.parent).toBe('n0');
  expect(conversation?.current).toBe('n4');
});

it('keeps thoughts in ChatGPT’s export with the answer below them', () => {
  const { conversation } = read(
    mapping([
      said('user', 'Why?'),
      said('assistant', '', {
        content: { content_type: 'thoughts', thoughts: [{ summary: 'Looking', content: 'Hm.' }] },
      }),
      said('assistant', '', {
        content: { content_type: 'reasoning_recap', content: 'Thought for 2 s' },
      }),
      said('assistant', 'Because.'),
    ]),
  );
  expect(conversation?.messages).toMatchObject([
    { text: 'Why?' },
    { text: 'Because.', thoughts: 'Looking\n\nHm.', parent: 'n0' },
  ]);
});

it.each([
  ['a source', 'Blue sells. \uE200cite\uE202turn0search0\uE202turn1view2\uE201', 'Blue sells.'],
  [
    'a named thing',
    'In \uE200entity\uE202["city","Paris","capital"]\uE201 today',
    'In Paris today',
  ],
  ['an address', 'At \uE200url\uE202Gesso\uE202https://x.example\uE201.', 'At Gesso.'],
  ['a mark that never ends', 'Blue \uE200cite\uE202turn0search0', 'Blue'],
  ['single characters', 'A \uE203span\uE204.', 'A span.'],
  ['the older kind', 'Blue sells【11†source】 and 【4:0†a.pdf】 red.', 'Blue sells and red.'],
  ['none', 'Plain【text】 citeturn0 stays', 'Plain【text】 citeturn0 stays'],
])('removes ChatGPT’s markers from the text: %s', (_, text, right) => {
  expect(read(mapping([said('user', 'Q'), said('assistant', text)])).texts?.[1]).toBe(right);
});

it('turns a source in ChatGPT’s export into its link when the export names it', () => {
  const mark = '\uE200cite\uE202turn0search0\uE201';
  const reference = { matched_text: mark, alt: '([a](https://a.example))' };
  const metadata = { content_references: [reference] };
  const { texts } = read(mapping([said('assistant', `Blue ${mark}`, { metadata })]));
  expect(texts).toEqual(['Blue ([a](https://a.example))']);
});

it('reads Claude’s export with its branches, thoughts and pasted files', () => {
  const root = '00000000-0000-4000-8000-000000000000';
  const message = (uuid: string, sender: string, text: string, parent: string, more = {}) => {
    return { uuid, sender, text, parent_message_uuid: parent, ...more };
  };
  const { conversation, texts, skipped } = read({
    uuid: 'k1',
    name: 'Logo',
    created_at: '2026-03-01T10:00:00.000000Z',
    chat_messages: [
      message('a', 'human', 'Read it', root, {
        content: [{ type: 'text', text: 'Read it' }],
        created_at: '2026-03-01T10:00:01Z',
        attachments: [{ file_name: 'brief.txt', extracted_content: 'Make it blue.' }],
        files: [{ file_name: 'a.png' }],
      }),
      message('b', 'assistant', '', 'a', {
        content: [
          { type: 'thinking', thinking: 'Blue, then.' },
          { type: 'tool_use', name: 'repl', input: {} },
          { type: 'tool_result', content: [] },
          { type: 'text', text: 'It is blue.' },
        ],
      }),
      message('c', 'assistant', 'It’s azure.', 'a'),
    ],
  });
  expect(texts).toContain('Read it\n\nbrief.txt:\n\nMake it blue.');
  expect(conversation).toMatchObject({ source: 'claude:k1', title: 'Logo', current: 'c' });
  const bySource = (a: { source: string }, b: { source: string }) => (a.source < b.source ? -1 : 1);
  expect(conversation?.messages.toSorted(bySource)).toMatchObject([
    { source: 'a', role: 'user', parent: undefined, createdAt: 1_772_359_201_000 },
    { source: 'b', role: 'assistant', parent: 'a', thoughts: 'Blue, then.' },
    { source: 'c', role: 'assistant', parent: 'a' },
  ]);
  expect(skipped).toEqual([
    'A picture or another part that is not text was left out.',
    'A tool call was left out.',
    'The output of a tool was left out.',
  ]);
});

it('reads Claude’s export without parents as a thread in order', () => {
  const { conversation } = read({
    uuid: 'k2',
    name: '',
    chat_messages: [
      { uuid: 'a', sender: 'human', text: 'One' },
      { uuid: 'b', sender: 'assistant', text: 'Two' },
    ],
  });
  expect(conversation?.messages).toMatchObject([{ text: 'One' }, { text: 'Two', parent: 'a' }]);
  expect(conversation?.current).toBe('b');
});

it('reads Open WebUI’s export with its branches, thoughts and system message', () => {
  const AT = 1_772_359_200;
  const THOUGHTS =
    '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n&gt; Warm or cold.\n> Warm.\n</details>\n';
  const TOOL = '<details type="tool_calls" done="true">\n<summary>Tool</summary>\n</details>\n';
  const answer = { parentId: 'u', role: 'assistant', timestamp: AT + 2 };
  const { conversation, skipped } = read({
    id: 'w1',
    title: 'Poster',
    created_at: AT,
    chat: {
      params: { system: 'Be brief.' },
      history: {
        currentId: 'y',
        messages: {
          u: { id: 'u', parentId: null, role: 'user', content: 'Red or blue?', timestamp: AT + 1 },
          x: { ...answer, model: 'a/b', modelIdx: 0, content: `${THOUGHTS}Red.` },
          y: { ...answer, modelIdx: 1, content: `${TOOL}Blue.` },
        },
      },
    },
  });
  const facts = { source: 'open-webui:w1', system: 'Be brief.', current: 'y' };
  expect(conversation).toMatchObject(facts);
  expect(conversation?.messages).toMatchObject([
    { text: 'Red or blue?', createdAt: 1_772_359_201_000 },
    { text: 'Red.', thoughts: 'Warm or cold.\nWarm.', parent: 'u', together: 'u', model: 'a/b' },
    { text: 'Blue.', parent: 'u', together: 'u' },
  ]);
  expect(skipped).toEqual(['A tool call was left out.']);
});
