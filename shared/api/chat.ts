import { z } from 'zod';
import { invalidInput } from '../errors/app-error.ts';
import { CHAT_PARAMETERS } from '../parameters/chat-parameters.ts';
import { checkedShape } from '../parameters/parameter-schemas.ts';
import { wireFields } from '../parameters/parameter-table.ts';
import { streamFields } from './completions.ts';
import { checkedSampling, type BodyOptions } from './sampling-check.ts';
import { samplingBody, samplingShape } from './sampling.ts';

/** Default path below the base URL; a connection can have its own, because deployments differ. */
export const DEFAULT_CHAT_PATH = '/v3/chat/completions';

/** The specification shows only text; parts with pictures follow services of this kind. */
const chatMessageSchema = z.strictObject({
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

const chatRequestSchema = z.strictObject({
  ...samplingShape,
  ...checkedShape(CHAT_PARAMETERS),
  messages: z.array(chatMessageSchema),
});

export type ChatRequest = z.output<typeof chatRequestSchema>;

/** @throws AppError `invalid-input` naming the field, its limit and its value */
export function chatBody(
  request: ChatRequest,
  isStreamed: boolean,
  options: BodyOptions = {},
): Readonly<Record<string, unknown>> {
  const checked = checkedSampling(chatRequestSchema, request, options);
  const { messages } = checked;
  const { logprobs, ...numbers } = wireFields(CHAT_PARAMETERS, checked);
  if (messages.length === 0) {
    throw invalidInput('Write a message first.', {
      details: { request: 'not sent', field: 'messages', limit: 'at least one', value: 0 },
    });
  }
  return {
    ...samplingBody(numbers, checked),
    ...(logprobs !== undefined && { logprobs: true, top_logprobs: logprobs }),
    messages,
    ...streamFields(isStreamed, options),
  };
}
