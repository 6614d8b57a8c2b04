/**
 * POST to the chat path as it is on the wire. The specification shows `model` and `messages` only
 * ("POST /v3/chat/completions"); the rest is as services of this shape take it.
 */
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { streamFields } from './completions.ts';
import { checkedSampling, type BodyOptions } from './sampling-check.ts';
import { samplingBody, samplingShape, withoutUnset } from './sampling.ts';

/** The path below the base URL, unless the connection says otherwise: deployments differ. */
export const DEFAULT_CHAT_PATH = '/v3/chat/completions';

/**
 * One message of a conversation. Parts with pictures are beyond the specification, which shows texts
 * only: they are as services of this shape take them.
 */
export const chatMessageSchema = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.union([
    z.string(),
    z
      .array(
        z.discriminatedUnion('type', [
          z.strictObject({ type: z.literal('text'), text: z.string() }),
          z.strictObject({
            type: z.literal('image_url'),
            image_url: z.strictObject({ url: z.string().startsWith('data:image/') }),
          }),
        ]),
      )
      .readonly(),
  ]),
});

/** An answer to be given. */
export const chatRequestSchema = z.strictObject({
  ...samplingShape,
  messages: z.array(chatMessageSchema),
});

export type ChatMessage = z.output<typeof chatMessageSchema>;
export type ChatRequest = z.output<typeof chatRequestSchema>;

/**
 * The JSON body of a request.
 *
 * @throws AppError `invalid-input` naming the field, its limit and its value
 */
export function chatBody(
  request: ChatRequest,
  isStreamed: boolean,
  options: BodyOptions = {},
): Readonly<Record<string, unknown>> {
  const checked = checkedSampling(chatRequestSchema, request, options);
  const { messages, logprobs } = checked;
  if (messages.length === 0) {
    throw new AppError({
      kind: 'invalid-input',
      message: 'Write a message first.',
      details: { request: 'not sent', field: 'messages', limit: 'at least one', value: 0 },
    });
  }
  return {
    ...samplingBody(checked),
    ...withoutUnset(logprobs === undefined ? {} : { logprobs: true, top_logprobs: logprobs }),
    messages,
    ...streamFields(isStreamed, options),
  };
}
