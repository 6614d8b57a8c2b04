/**
 * Conversations of other programs, read leniently: a message that cannot be used is left out and counted,
 * and those below it go on from the one above it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  isRecord,
  lenientList,
  lenientNumber,
  lenientString,
} from '../../../../shared/api/lenient.ts';
import { folderSchema } from '../../../../shared/contract/conversations.ts';
import { modelIdSchema } from '../../../../shared/contract/language.ts';
import { languageParametersSchema } from '../../../../shared/contract/language-parameters.ts';
import { GESSO_CONVERSATION } from './conversation-files.ts';
import type { ForeignMessage, Skip, UnboundedConversation } from './foreign.ts';

/** The beginning of the source of Gesso's own files; the conversation's id follows. */
export const OWN = 'gesso:';

const nodeSchema = z.looseObject({
  parent: lenientString,
  message: z
    .looseObject({
      author: z.looseObject({ role: lenientString }).optional(),
      create_time: lenientNumber,
      content: z.looseObject({ parts: z.unknown().optional(), text: lenientString }).optional(),
      metadata: z
        .looseObject({
          is_visually_hidden_from_conversation: z.boolean().optional(),
          model_slug: lenientString,
        })
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

const plainSchema = z.looseObject({ role: z.string(), content: z.unknown() });

const gessoSchema = z.looseObject({
  format: z.literal(GESSO_CONVERSATION.format),
  conversation: z.looseObject({
    id: z.string(),
    title: lenientString,
    system: lenientString,
    createdAt: lenientNumber,
    currentMessage: lenientString,
    model: modelIdSchema.optional().catch(undefined),
    folder: folderSchema.optional().catch(undefined),
    parameters: languageParametersSchema.optional().catch(undefined),
  }),
  messages: z.array(z.unknown()),
});

const gessoMessageSchema = z.looseObject({
  id: z.string(),
  parentId: lenientString,
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  thoughts: lenientString,
  pictures: lenientList(z.unknown()),
  createdAt: lenientNumber,
  model: lenientString,
  orderId: lenientString,
});

/** @returns `undefined` for anything that is not a conversation */
export function readForeign(value: unknown, skip: Skip): UnboundedConversation | undefined {
  if (Array.isArray(value))
    return value.some(isMessage) ? fromMessages(value, {}, skip) : undefined;
  if (!isRecord(value)) return undefined;
  const { messages } = value;
  if (Array.isArray(messages)) {
    const gesso = gessoSchema.safeParse(value);
    if (gesso.success) return fromGesso(gesso.data, skip);
  }
  if (isRecord(value['mapping'])) return fromMapping(value, value['mapping'], skip);
  if (Array.isArray(messages) && messages.some(isMessage))
    return fromMessages(messages, value, skip);
  return undefined;
}

function fromGesso(
  { conversation, messages }: z.output<typeof gessoSchema>,
  skip: Skip,
): UnboundedConversation {
  const kept = new Map<string, ForeignMessage>();
  for (const value of messages) {
    const message = gessoMessageSchema.safeParse(value);
    if (!message.success) {
      skip('A message was unreadable.');
      continue;
    }
    const { id: source, parentId: parent, orderId: together, pictures, ...others } = message.data;
    const { role, text, thoughts, createdAt, model } = others;
    if (pictures.length > 0) skip(NO_PART);
    if (kept.has(source)) continue;
    kept.set(source, { source, parent, role, text, thoughts, createdAt, model, together });
  }
  return {
    source: OWN + conversation.id,
    title: conversation.title ?? '',
    system: conversation.system ?? '',
    createdAt: conversation.createdAt,
    current: conversation.currentMessage,
    messages: withoutCircles([...kept.values()], skip),
    settings: {
      model: conversation.model,
      folder: conversation.folder,
      parameters: conversation.parameters,
    },
  };
}

/** ChatGPT's export: `mapping` with parents, `current_node`, times in seconds with fractions. */
function fromMapping(
  conversation: Readonly<Record<string, unknown>>,
  mapping: Readonly<Record<string, unknown>>,
  skip: Skip,
): UnboundedConversation {
  const parents = new Map<string, string | undefined>();
  const kept = new Map<string, Omit<ForeignMessage, 'parent'>>();
  let system = '';
  for (const [source, value] of Object.entries(mapping)) {
    const node = nodeSchema.safeParse(value);
    if (!node.success) {
      skip('A message was unreadable.');
      continue;
    }
    const { parent, message } = node.data;
    parents.set(source, parent);
    if (message === null || message === undefined) continue; // the root has none
    const text = textOf(message.content?.parts ?? message.content?.text, skip);
    const role = message.author?.role;
    if (text === '') continue;
    if (role === 'system') {
      if (message.metadata?.is_visually_hidden_from_conversation !== true) system ||= text;
    } else if (role !== 'user' && role !== 'assistant') skip('The output of a tool was left out.');
    else if (message.metadata?.is_visually_hidden_from_conversation === true) {
      skip('A hidden message was left out.');
    } else {
      const createdAt = milliseconds(message.create_time);
      kept.set(source, { source, role, text, createdAt, model: message.metadata?.model_slug });
    }
  }

  const found = new Map<string, string | undefined>();
  /** The nearest message above that is taken over; each way up is gone once. */
  function above(source: string | undefined): string | undefined {
    const way = new Set<string>();
    let at = source;
    for (; at !== undefined && !kept.has(at); at = parents.get(at)) {
      if (found.has(at) || way.has(at)) break;
      way.add(at);
    }
    const end = at === undefined || kept.has(at) ? at : found.get(at);
    for (const each of way) found.set(each, end);
    return end;
  }

  const messages = [...kept.values()].map((message) => ({
    ...message,
    parent: above(parents.get(message.source)),
  }));
  const id = textField(conversation, 'conversation_id') ?? textField(conversation, 'id');
  return {
    source: `chatgpt:${id ?? hashOf(mapping)}`,
    title: textField(conversation, 'title') ?? '',
    system,
    createdAt: milliseconds(lenientNumber.parse(conversation['create_time'])),
    messages: byAge(withoutCircles(messages, skip)),
    current: above(textField(conversation, 'current_node')),
  };
}

/** Messages in OpenAI's shape: their order is the thread. */
function fromMessages(
  values: readonly unknown[],
  conversation: Readonly<Record<string, unknown>>,
  skip: Skip,
): UnboundedConversation {
  const messages: ForeignMessage[] = [];
  let system = '';
  for (const [index, value] of values.entries()) {
    const parsed = plainSchema.safeParse(value);
    const text = parsed.success ? textOf(parsed.data.content, skip) : '';
    const role = parsed.success ? parsed.data.role : '';
    if (role === 'system' || role === 'developer') system ||= text;
    else if (role !== 'user' && role !== 'assistant') skip('The output of a tool was left out.');
    else if (text === '') skip('A message without text was left out.');
    else {
      messages.push({
        source: String(index),
        parent: messages.at(-1)?.source,
        role,
        text,
        createdAt: undefined,
        model: textField(conversation, 'model'),
      });
    }
  }
  const id = textField(conversation, 'id');
  return {
    source: `messages:${id ?? hashOf(values)}`,
    title: textField(conversation, 'title') ?? '',
    system,
    createdAt: undefined,
    messages,
    current: messages.at(-1)?.source,
  };
}

const NO_PART = 'A picture or another part that is not text was left out.';

/** A text, or the texts of a list of parts. */
function textOf(content: unknown, skip: Skip): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.flatMap((part: unknown): string[] => {
    if (typeof part === 'string') return [part];
    if (isRecord(part) && typeof part['text'] === 'string') return [part['text']];
    skip(NO_PART);
    return [];
  });
  return texts.filter((text) => text !== '').join('\n\n');
}

/** A message that is above itself begins a conversation. Each way up is gone once. */
function withoutCircles(
  messages: readonly ForeignMessage[],
  skip: Skip,
): readonly ForeignMessage[] {
  const parents = new Map(messages.map(({ source, parent }) => [source, parent]));
  const sound = new Set<string>();
  for (const { source } of messages) {
    const seen = new Set<string>();
    let at: string | undefined = source;
    while (at !== undefined && !sound.has(at) && !seen.has(at)) {
      seen.add(at);
      at = parents.get(at);
    }
    if (at !== undefined && seen.has(at)) {
      skip('Messages referred to each other in a circle.');
      parents.set(at, undefined);
    }
    for (const each of seen) sound.add(each);
  }
  return messages.map((message) => ({ ...message, parent: parents.get(message.source) }));
}

/** Oldest first; those of the same time stay in their order. */
function byAge(messages: readonly ForeignMessage[]): readonly ForeignMessage[] {
  return messages.toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0));
}

/** A message in OpenAI's shape. */
export function isMessage(value: unknown): boolean {
  return plainSchema.safeParse(value).success;
}

function milliseconds(seconds: number | undefined): number | undefined {
  if (seconds === undefined || seconds <= 0 || seconds > 100_000_000_000) return undefined;
  return Math.round(seconds * 1000);
}

function textField(value: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const field = value[name];
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/** Of the value's JSON, which is written part by part: as a whole it may be longer than a text can be. */
function hashOf(value: readonly unknown[] | Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256');
  const isList = Array.isArray(value);
  hash.update(isList ? '[' : '{');
  for (const [index, [name, part]] of Object.entries(value).entries()) {
    if (index > 0) hash.update(',');
    if (!isList) hash.update(`${JSON.stringify(name)}:`);
    hash.update(JSON.stringify(part));
  }
  return hash.update(isList ? ']' : '}').digest('hex');
}
