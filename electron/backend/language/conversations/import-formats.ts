/** Parses conversations of other programs. Children of unusable messages move to their parent. */
import { z } from 'zod';
import {
  isRecord,
  lenientList,
  lenientNumber,
  lenientString,
} from '../../../../shared/api/lenient.ts';
import { folderSchema } from '../../../../shared/contract/conversations.ts';
import { modelIdSchema, languageParametersSchema } from '../../../../shared/contract/language.ts';
import { GESSO_CONVERSATION } from './conversation-files.ts';
import type { ExternalMessage, Skip, UnboundedConversation } from './external.ts';
import { hashOf, LEFT_OUT, textField, textOfContent, withoutCircles } from './import-parts.ts';
import { fromClaude, fromMapping, fromWebUi } from './import-trees.ts';

/** Prefix of `source` for our own exports, followed by the conversation id. */
export const OWN = 'gesso:';

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

export function parseExternal(value: unknown, skip: Skip): UnboundedConversation | undefined {
  if (Array.isArray(value))
    return value.some(isMessage) ? fromMessages(value, {}, skip) : undefined;
  if (!isRecord(value)) return undefined;
  const { messages } = value;
  if (Array.isArray(messages)) {
    const gesso = gessoSchema.safeParse(value);
    if (gesso.success) return fromGesso(gesso.data, skip);
  }
  if (isRecord(value['mapping'])) return fromMapping(value, value['mapping'], skip);
  if (Array.isArray(value['chat_messages'])) return fromClaude(value, value['chat_messages'], skip);
  const { history } = isRecord(value['chat']) ? value['chat'] : value;
  if (isRecord(history) && isRecord(history['messages'])) {
    return fromWebUi(
      value,
      { messages: history['messages'], currentId: history['currentId'] },
      skip,
    );
  }
  if (Array.isArray(messages) && messages.some(isMessage))
    return fromMessages(messages, value, skip);
  return undefined;
}

function fromGesso(
  { conversation, messages }: z.output<typeof gessoSchema>,
  skip: Skip,
): UnboundedConversation {
  const kept = new Map<string, ExternalMessage>();
  for (const value of messages) {
    const message = gessoMessageSchema.safeParse(value);
    if (!message.success) {
      skip(LEFT_OUT.unreadable);
      continue;
    }
    const { id: source, parentId: parent, orderId: together, pictures, ...others } = message.data;
    const { role, text, thoughts, createdAt, model } = others;
    if (pictures.length > 0) skip(LEFT_OUT.part);
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

/** Converts OpenAI messages, whose order is the thread. */
function fromMessages(
  values: readonly unknown[],
  conversation: Readonly<Record<string, unknown>>,
  skip: Skip,
): UnboundedConversation {
  const messages: ExternalMessage[] = [];
  let system = '';
  for (const [index, value] of values.entries()) {
    const parsed = plainSchema.safeParse(value);
    const text = parsed.success ? textOfContent(parsed.data.content, skip) : '';
    const role = parsed.success ? parsed.data.role : '';
    if (role === 'system' || role === 'developer') system ||= text;
    else if (role !== 'user' && role !== 'assistant') skip(LEFT_OUT.output);
    else if (text === '') skip(LEFT_OUT.empty);
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

export function isMessage(value: unknown): boolean {
  return plainSchema.safeParse(value).success;
}
