import { z } from 'zod';
import {
  isRecord,
  lenientList,
  lenientNumber,
  lenientString,
} from '../../../../shared/api/lenient.ts';
import type { ExternalMessage, Skip, UnboundedConversation } from './external.ts';
import {
  byAge,
  hashOf,
  LEFT_OUT,
  milliseconds,
  textField,
  textOfContent,
  withoutCircles,
} from './import-parts.ts';

type Fields = Readonly<Record<string, unknown>>;

interface TreeNode {
  readonly parent: string | undefined;
  readonly message?: Omit<ExternalMessage, 'source' | 'parent'>;
  /** Reasoning, which the next answer below gets. */
  readonly thoughts?: string;
}

/** Most nodes between messages that are searched for reasoning. */
const MOST_BETWEEN = 20;

function messagesOf(nodes: ReadonlyMap<string, TreeNode>, current: string | undefined, skip: Skip) {
  const found = new Map<string, string | undefined>();
  const isKept = (source: string) => nodes.get(source)?.message !== undefined;
  /** Returns the nearest ancestor with a message; each path is walked once. */
  function above(source: string | undefined): string | undefined {
    const way = new Set<string>();
    let at = source;
    for (; at !== undefined && !isKept(at); at = nodes.get(at)?.parent) {
      if (found.has(at) || way.has(at)) break;
      way.add(at);
    }
    const end = at === undefined || isKept(at) ? at : found.get(at);
    for (const each of way) found.set(each, end);
    return end;
  }
  function thoughtsAbove(source: string | undefined): string | undefined {
    const thoughts: string[] = [];
    let at = source;
    for (let steps = 0; at !== undefined && !isKept(at) && steps < MOST_BETWEEN; steps++) {
      const node = nodes.get(at);
      if (node?.thoughts !== undefined) thoughts.unshift(node.thoughts);
      at = node?.parent;
    }
    return thoughts.length === 0 ? undefined : thoughts.join('\n\n');
  }
  const messages = [...nodes].flatMap(([source, { parent, message }]): ExternalMessage[] => {
    if (message === undefined) return [];
    const thoughts =
      message.thoughts ?? (message.role === 'assistant' ? thoughtsAbove(parent) : undefined);
    return [{ ...message, source, parent: above(parent), thoughts }];
  });
  return { messages: byAge(withoutCircles(messages, skip)), current: above(current) };
}

const mappingNode = z.looseObject({
  parent: lenientString,
  message: z
    .looseObject({
      author: z.looseObject({ role: lenientString }).optional(),
      recipient: lenientString,
      create_time: lenientNumber,
      content: z
        .looseObject({
          content_type: lenientString,
          parts: z.unknown().optional(),
          text: lenientString,
          thoughts: lenientList(z.looseObject({ summary: lenientString, content: lenientString })),
        })
        .optional(),
      metadata: z
        .looseObject({
          is_visually_hidden_from_conversation: z.boolean().optional(),
          model_slug: lenientString,
          content_references: lenientList(
            z.looseObject({ matched_text: lenientString, alt: lenientString }),
          ),
        })
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

type MappingMessage = NonNullable<z.output<typeof mappingNode>['message']>;

/** ChatGPT: `mapping` with parents, `current_node`, times in fractional seconds. */
export function fromMapping(
  conversation: Fields,
  mapping: Fields,
  skip: Skip,
): UnboundedConversation {
  const nodes = new Map<string, TreeNode>();
  let system = '';
  for (const [source, value] of Object.entries(mapping)) {
    const node = mappingNode.safeParse(value);
    if (!node.success) {
      skip(LEFT_OUT.unreadable);
      continue;
    }
    const { parent, message } = node.data;
    const isSystem = message?.author?.role === 'system';
    if (isSystem && message.metadata?.is_visually_hidden_from_conversation !== true) {
      system ||= textOfContent(message.content?.parts, skip);
    }
    // The root has none.
    const read = message == null || isSystem ? {} : readMapping(message, skip);
    nodes.set(source, { parent, ...read });
  }
  const id = textField(conversation, 'conversation_id') ?? textField(conversation, 'id');
  return {
    source: `chatgpt:${id ?? hashOf(mapping)}`,
    title: textField(conversation, 'title') ?? '',
    system,
    createdAt: milliseconds(lenientNumber.parse(conversation['create_time'])),
    ...messagesOf(nodes, textField(conversation, 'current_node'), skip),
  };
}

function readMapping(
  { author, recipient, content, metadata, create_time: time }: MappingMessage,
  skip: Skip,
): Pick<TreeNode, 'message' | 'thoughts'> {
  const thoughts = (content?.thoughts ?? [])
    .map((each) => [each.summary, each.content].filter((part) => part !== undefined).join('\n\n'))
    .join('\n\n');
  if (thoughts !== '') return { thoughts };
  const text = textOfContent(content?.parts ?? content?.text, skip);
  const role = author?.role;
  if (text === '') return {};
  const reason =
    role !== 'user' && role !== 'assistant'
      ? LEFT_OUT.output
      : role === 'assistant' && recipient !== undefined && recipient !== 'all'
        ? LEFT_OUT.call
        : metadata?.is_visually_hidden_from_conversation === true
          ? LEFT_OUT.hidden
          : undefined;
  if (reason !== undefined || (role !== 'user' && role !== 'assistant')) {
    skip(reason ?? LEFT_OUT.output);
    return {};
  }
  return {
    message: {
      role,
      text: role === 'user' ? text : withoutMarks(text, metadata?.content_references ?? []),
      createdAt: milliseconds(time),
      model: metadata?.model_slug,
    },
  };
}

/** A ChatGPT annotation: kind and values between private-use characters, such as `cite`. */
const MARK = / ?\uE200([^\uE200-\uE202]*)\uE202?([^\uE200\uE201]*)\uE201/gu;
/** An unterminated one; single private-use characters; and the older citation format. */
const REST = / ?\uE200\w*(?:\uE202[\w.:-]*)*|[\uE200-\uE206]| ?【\d+(?::\d+)?†[^】\n]{0,200}】/gu;
const MOST_REFERENCES = 500;

/** Converts to the text that ChatGPT shows: links for citations, names for entities. */
function withoutMarks(
  text: string,
  references: readonly { readonly matched_text?: string; readonly alt?: string }[],
): string {
  let shown = text;
  for (const { matched_text: mark = '', alt } of references.slice(0, MOST_REFERENCES)) {
    if (alt !== undefined && mark.includes('\uE200')) shown = shown.replaceAll(mark, () => alt);
  }
  return shown
    .replaceAll(MARK, (whole, kind: string, values: string) => {
      const space = whole.startsWith(' ') ? ' ' : '';
      if (kind === 'url') return space + (values.split('\uE202')[0] ?? '');
      return kind === 'entity' ? space + nameOf(values) : '';
    })
    .replaceAll(REST, '');
}

/** @param values such as `["city","Paris","capital of France"]` */
function nameOf(values: string): string {
  try {
    const parsed: unknown = JSON.parse(values);
    const name: unknown = Array.isArray(parsed) ? parsed[1] : undefined;
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

const claudeMessage = z.looseObject({
  uuid: z.string(),
  parent_message_uuid: lenientString,
  sender: lenientString,
  text: lenientString,
  content: lenientList(
    z.looseObject({ type: lenientString, text: lenientString, thinking: lenientString }),
  ),
  created_at: lenientString,
  attachments: lenientList(
    z.looseObject({ file_name: lenientString, extracted_content: lenientString }),
  ),
  files: lenientList(z.unknown()),
});

/** Claude: `chat_messages` in order, usually with parents, times as text. */
export function fromClaude(
  conversation: Fields,
  values: readonly unknown[],
  skip: Skip,
): UnboundedConversation {
  const nodes = new Map<string, TreeNode>();
  let last: string | undefined;
  for (const value of values) {
    const message = claudeMessage.safeParse(value);
    if (!message.success) {
      skip(LEFT_OUT.unreadable);
      continue;
    }
    const { uuid, parent_message_uuid: parent = last } = message.data;
    nodes.set(uuid, { parent, ...readClaude(message.data, conversation, skip) });
    last = uuid;
  }
  const id = textField(conversation, 'uuid');
  return {
    source: `claude:${id ?? hashOf(values)}`,
    title: textField(conversation, 'name') ?? '',
    system: '',
    createdAt: timeOf(textField(conversation, 'created_at')),
    ...messagesOf(nodes, textField(conversation, 'current_leaf_message_uuid') ?? last, skip),
  };
}

function readClaude(
  message: z.output<typeof claudeMessage>,
  conversation: Fields,
  skip: Skip,
): Pick<TreeNode, 'message'> {
  const { sender, content, attachments, files } = message;
  const texts: string[] = [];
  const thoughts: string[] = [];
  for (const { type = 'text', text, thinking } of content) {
    if (thinking !== undefined) thoughts.push(thinking);
    else if (type === 'text' && text !== undefined) texts.push(text);
    else if (type.startsWith('tool_')) {
      skip(type === 'tool_result' ? LEFT_OUT.output : LEFT_OUT.call);
    } else if (type !== 'text') skip(LEFT_OUT.part);
  }
  if (content.length === 0) texts.push(message.text ?? '');
  for (const { file_name: name = 'File', extracted_content: inside } of attachments) {
    if (inside === undefined || inside === '') skip(LEFT_OUT.part);
    else texts.push(`${name}:\n\n${inside}`);
  }
  for (const _ of files) skip(LEFT_OUT.part);
  const text = texts.filter((each) => each !== '').join('\n\n');
  if (text === '') {
    skip(LEFT_OUT.empty);
    return {};
  }
  return {
    message: {
      role: sender === 'human' ? 'user' : 'assistant',
      text,
      thoughts: thoughts.length === 0 ? undefined : thoughts.join('\n\n'),
      createdAt: timeOf(message.created_at),
      model: textField(conversation, 'model'),
    },
  };
}

/** @param text ISO 8601 */
function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}

const webUiMessage = z.looseObject({
  parentId: lenientString,
  role: lenientString,
  content: z.unknown(),
  timestamp: lenientNumber,
  model: lenientString,
  modelIdx: lenientNumber,
  files: lenientList(z.unknown()),
});

/** Open WebUI: `chat.history.messages` by id, times in seconds. */
export function fromWebUi(
  conversation: Fields,
  { messages, currentId }: { readonly messages: Fields; readonly currentId?: unknown },
  skip: Skip,
): UnboundedConversation {
  const chat = isRecord(conversation['chat']) ? conversation['chat'] : conversation;
  const nodes = new Map<string, TreeNode>();
  const settings = isRecord(chat['params']) ? chat['params'] : {};
  let system = textField(settings, 'system') ?? textField(chat, 'system') ?? '';
  for (const [source, value] of Object.entries(messages)) {
    const message = webUiMessage.safeParse(value);
    if (!message.success) {
      skip(LEFT_OUT.unreadable);
      continue;
    }
    const { parentId: parent, role, timestamp, model, modelIdx, files } = message.data;
    for (const _ of files) skip(LEFT_OUT.part);
    const { text, thoughts } = withoutDetails(textOfContent(message.data.content, skip), skip);
    if (role === 'system') system ||= text;
    const isMessage = text !== '' && (role === 'user' || role === 'assistant');
    if (!isMessage && role !== 'system') skip(text === '' ? LEFT_OUT.empty : LEFT_OUT.output);
    nodes.set(source, {
      parent,
      ...(isMessage && {
        message: {
          role,
          text,
          thoughts: thoughts === '' ? undefined : thoughts,
          createdAt: milliseconds(timestamp),
          model: role === 'assistant' ? model : undefined,
          together: modelIdx === undefined ? undefined : parent,
        },
      }),
    });
  }
  const id = textField(conversation, 'id') ?? textField(chat, 'id');
  return {
    source: `open-webui:${id ?? hashOf(messages)}`,
    title: textField(conversation, 'title') ?? textField(chat, 'title') ?? '',
    system,
    createdAt: milliseconds(lenientNumber.parse(conversation['created_at'])),
    ...messagesOf(nodes, typeof currentId === 'string' ? currentId : undefined, skip),
  };
}

const DETAILS = /<details type="(\w+)"[^>]*>\s*(?:<summary>[^<]*<\/summary>)?/gu;
const DETAILS_END = '</details>';

/** Removes `<details>`, in which Open WebUI stores reasoning and tool calls. */
function withoutDetails(text: string, skip: Skip) {
  const thoughts: string[] = [];
  let shown = '';
  let from = 0;
  for (const { 0: begin, 1: type, index } of text.matchAll(DETAILS)) {
    if (index < from) continue;
    const end = text.indexOf(DETAILS_END, index);
    if (end < 0) break;
    const inside = text.slice(index + begin.length, end).trim();
    if (type === 'reasoning') thoughts.push(inside.replaceAll(/^(?:>|&gt;) ?/gmu, ''));
    else skip(LEFT_OUT.call);
    shown += text.slice(from, index);
    from = end + DETAILS_END.length;
  }
  return { text: (shown + text.slice(from)).trim(), thoughts: thoughts.join('\n\n') };
}
