/** Reading completions and chats in tests. */
import { createParser } from 'eventsource-parser';
import type { Service } from '../test-support.ts';

/** `logprobs` of a completion's choice. */
interface Logprobs {
  readonly text_offset: readonly number[];
  readonly token_logprobs: readonly number[];
  readonly tokens: readonly string[];
  readonly top_logprobs: readonly Readonly<Record<string, number>>[];
}

/** A choice of a completion, whole or in a chunk. */
export interface Choice {
  readonly index: number;
  readonly text: string;
  readonly logprobs: Logprobs | null;
  readonly finish_reason: string | null;
}

/** `usage`. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** A completion, whole or a chunk. */
export interface Completion {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly choices: readonly Choice[];
  readonly usage?: Usage | null;
}

/** A token of a chat's logprobs. */
interface ChatLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly bytes: readonly number[];
  readonly top_logprobs: readonly ChatLogprob[];
}

/** A chat answer, whole or a chunk. */
export interface ChatCompletion extends Omit<Completion, 'choices'> {
  readonly choices: readonly {
    readonly index: number;
    readonly message?: { readonly role: string; readonly content: string };
    readonly delta?: { readonly role?: string; readonly content?: string };
    readonly logprobs: { readonly content: readonly ChatLogprob[] } | null;
    readonly finish_reason: string | null;
  }[];
}

/** Where completions are asked for. */
export const COMPLETIONS_PATH = '/v3/openai/completions';
/** Where chats are asked for. */
export const CHAT_PATH = '/v3/chat/completions';

/** A completion that is expected to work. */
export async function complete(service: Service, body: object): Promise<Completion> {
  const usual = { model: 'practice/atelier-8b-instruct', prompt: 'The light of the', seed: 1 };
  const response = await service.post(COMPLETIONS_PATH, { ...usual, ...body });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(answer));
  return answer as Completion;
}

/** A chat that is expected to work. */
export async function chat(
  service: Service,
  question: string,
  body: object = {},
): Promise<ChatCompletion> {
  const response = await service.post(CHAT_PATH, {
    model: 'practice/atelier-70b-instruct',
    messages: [{ role: 'user', content: question }],
    seed: 1,
    ...body,
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(answer));
  return answer as ChatCompletion;
}

/** The data of all events of a stream, as far as it goes. */
export async function readEvents(response: Response): Promise<readonly string[]> {
  const events: string[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event.data) });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    parser.feed(decoder.decode(bytes, { stream: true }));
  }
  return events;
}

/** The chunks of a stream that ends as it should, without `[DONE]`. */
export async function readChunks<Chunk = Completion>(
  response: Response,
): Promise<readonly Chunk[]> {
  const events = await readEvents(response);
  if (events.at(-1) !== '[DONE]') throw new Error('The stream does not end with [DONE].');
  return events.slice(0, -1).map((data) => JSON.parse(data) as Chunk);
}

/** Token ids of a text, and the text of ids. */
export async function readTokens(
  service: Service,
  body: { readonly text: string } | { readonly tokens: readonly number[] },
): Promise<{
  readonly text: string;
  readonly tokens: readonly { readonly id: number; readonly label: string }[];
  readonly vocabulary: number;
}> {
  const response = await service.post('/practice/tokens', body);
  return (await response.json()) as Awaited<ReturnType<typeof readTokens>>;
}
