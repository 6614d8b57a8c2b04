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
import { CONVERSATION_LIMITS, folderSchema } from '../../../../shared/contract/conversations.ts';
import { modelIdSchema } from '../../../../shared/contract/language.ts';
import { languageParametersSchema } from '../../../../shared/contract/language-parameters.ts';
import { GESSO_CONVERSATION } from './conversation-files.ts';
import type { NewConversation } from './conversation-rows.ts';

/** A message to be taken over; `parent` is the `source` of another. */
export interface ForeignMessage {
  readonly source: string;
  readonly parent: string | undefined;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** ms; missing: unknown. */
  readonly createdAt: number | undefined;
  readonly model: string | undefined;
  /** The same one for answers that stand side by side. */
  readonly together?: string | undefined;
}

/** A conversation to be taken over, its messages oldest first. */
export interface ForeignConversation {
  /** The same conversation has the same one in each file. */
  readonly source: string;
  readonly title: string;
  readonly system: string;
  readonly createdAt: number | undefined;
  readonly messages: readonly ForeignMessage[];
  /** The end of the path that was seen last. */
  readonly current: string | undefined;
  /** Of Gesso's own files. */
  readonly settings?: Pick<NewConversation, 'model' | 'parameters' | 'folder'>;
}

/** The beginning of the source of Gesso's own files; the conversation's id follows. */
export const OWN = 'gesso:';

/** Beside the reading of a file. */
export interface Reading {
  /** Called for each part that is left out. */
  skip(reason: string): void;
  /** Called often, so that other work goes on. */
  pause(): Promise<void>;
}

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
  pictures: lenientList(z.unknown()),
  createdAt: lenientNumber,
  model: lenientString,
  orderId: lenientString,
});

/** @returns `undefined` for anything that is not a conversation */
export async function readForeign(
  value: unknown,
  reading: Reading,
): Promise<ForeignConversation | undefined> {
  if (Array.isArray(value))
    return value.some(isMessage) ? await fromMessages(value, {}, reading) : undefined;
  if (!isRecord(value)) return undefined;
  const { messages } = value;
  if (Array.isArray(messages)) {
    const gesso = gessoSchema.safeParse(value);
    if (gesso.success) return await fromGesso(gesso.data, reading);
  }
  if (isRecord(value['mapping'])) return await fromMapping(value, value['mapping'], reading);
  if (Array.isArray(messages) && messages.some(isMessage))
    return await fromMessages(messages, value, reading);
  return undefined;
}

async function fromGesso(
  { conversation, messages }: z.output<typeof gessoSchema>,
  reading: Reading,
): Promise<ForeignConversation> {
  const kept = new Map<string, ForeignMessage>();
  for (const value of messages) {
    await reading.pause();
    const message = gessoMessageSchema.safeParse(value);
    if (!message.success) {
      reading.skip('A message was unreadable.');
      continue;
    }
    const { id: source, parentId: parent, orderId: together, pictures, ...others } = message.data;
    const { role, createdAt, model } = others;
    const text = within(others.text, reading);
    if (pictures.length > 0) reading.skip(NO_PART);
    if (kept.has(source)) continue;
    kept.set(source, { source, parent, role, text, createdAt, model, together });
  }
  return {
    source: OWN + conversation.id,
    title: conversation.title ?? '',
    system: within(conversation.system ?? '', reading),
    createdAt: conversation.createdAt,
    current: conversation.currentMessage,
    messages: await withoutCircles([...kept.values()], reading),
    settings: {
      model: conversation.model,
      folder: conversation.folder,
      parameters: conversation.parameters,
    },
  };
}

/** ChatGPT's export: `mapping` with parents, `current_node`, times in seconds with fractions. */
async function fromMapping(
  conversation: Readonly<Record<string, unknown>>,
  mapping: Readonly<Record<string, unknown>>,
  reading: Reading,
): Promise<ForeignConversation> {
  const { skip, pause } = reading;
  const parents = new Map<string, string | undefined>();
  const kept = new Map<string, Omit<ForeignMessage, 'parent'>>();
  let system = '';
  for (const [source, value] of Object.entries(mapping)) {
    await pause();
    const node = nodeSchema.safeParse(value);
    if (!node.success) {
      skip('A message was unreadable.');
      continue;
    }
    const { parent, message } = node.data;
    parents.set(source, parent);
    if (message === null || message === undefined) continue; // the root has none
    const text = within(textOf(message.content?.parts ?? message.content?.text, reading), reading);
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

  /** The nearest message above that is taken over. */
  function above(source: string | undefined): string | undefined {
    const seen = new Set<string>();
    for (let at = source; at !== undefined && !seen.has(at); at = parents.get(at)) {
      if (kept.has(at)) return at;
      seen.add(at);
    }
    return undefined;
  }

  const messages = [...kept.values()].map((message) => ({
    ...message,
    parent: above(parents.get(message.source)),
  }));
  const id = textField(conversation, 'conversation_id') ?? textField(conversation, 'id');
  return {
    source: `chatgpt:${id ?? (await hashOf(mapping, pause))}`,
    title: textField(conversation, 'title') ?? '',
    system,
    createdAt: milliseconds(lenientNumber.parse(conversation['create_time'])),
    messages: byAge(await withoutCircles(messages, reading)),
    current: above(textField(conversation, 'current_node')),
  };
}

/** Messages in OpenAI's shape: their order is the thread. */
async function fromMessages(
  values: readonly unknown[],
  conversation: Readonly<Record<string, unknown>>,
  reading: Reading,
): Promise<ForeignConversation> {
  const { skip, pause } = reading;
  const messages: ForeignMessage[] = [];
  let system = '';
  for (const [index, value] of values.entries()) {
    await pause();
    const parsed = plainSchema.safeParse(value);
    const text = parsed.success ? within(textOf(parsed.data.content, reading), reading) : '';
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
    source: `messages:${id ?? (await hashOf(values, pause))}`,
    title: textField(conversation, 'title') ?? '',
    system,
    createdAt: undefined,
    messages,
    current: messages.at(-1)?.source,
  };
}

/** A text that is longer than a message may be is left out: half of it would say something else. */
function within(text: string, { skip }: Reading): string {
  if (text.length <= CONVERSATION_LIMITS.textCharacters) return text;
  skip('A text longer than 4 million characters was left out.');
  return '';
}

const NO_PART = 'A picture or another part that is not text was left out.';

/** A text, or the texts of a list of parts. */
function textOf(content: unknown, { skip }: Reading): string {
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

/** A message that is above itself begins a conversation. */
async function withoutCircles(
  messages: readonly ForeignMessage[],
  { skip, pause }: Reading,
): Promise<readonly ForeignMessage[]> {
  const parents = new Map(messages.map(({ source, parent }) => [source, parent]));
  const sound = new Set<string>();
  const fixed: ForeignMessage[] = [];
  for (const message of messages) {
    await pause();
    const seen = new Set<string>();
    let at: string | undefined = message.source;
    while (at !== undefined && !sound.has(at) && !seen.has(at)) {
      seen.add(at);
      at = parents.get(at);
    }
    const isCircle = at !== undefined && seen.has(at);
    if (isCircle) {
      skip('Messages referred to each other in a circle.');
      parents.set(message.source, undefined);
      sound.add(message.source);
      fixed.push({ ...message, parent: undefined });
    } else {
      for (const source of seen) sound.add(source);
      fixed.push(message);
    }
  }
  return fixed;
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

/** Of the value's JSON, which is written part by part. */
async function hashOf(
  value: readonly unknown[] | Readonly<Record<string, unknown>>,
  pause: () => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  const isList = Array.isArray(value);
  hash.update(isList ? '[' : '{');
  for (const [index, [name, part]] of Object.entries(value).entries()) {
    await pause();
    if (index > 0) hash.update(',');
    if (!isList) hash.update(`${JSON.stringify(name)}:`);
    hash.update(JSON.stringify(part));
  }
  return hash.update(isList ? ']' : '}').digest('hex');
}
