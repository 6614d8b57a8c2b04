/** One request to a model: checked before there is a row, then sent as the user wants it. */
import { chatBody, type ChatRequest } from '../../../shared/api/chat.ts';
import { completionBody, type CompletionRequest } from '../../../shared/api/completions.ts';
import type { LanguageAnswer } from '../../../shared/api/language-answer.ts';
import type { BodyOptions } from '../../../shared/api/sampling-check.ts';
import type { LanguageRequest, MessagePicture } from '../../../shared/contract/language.ts';
import type { LanguageEvent, ServiceClient } from '../service/index.ts';

/** Reads a picture of the library as a `data:` address, reduced. @throws AppError `not-found` */
export type ReadPicture = (picture: MessagePicture) => Promise<string>;

type ChatPart = Extract<LanguageRequest, { kind: 'chat' }>['messages'][number];

/** True when the answer comes in chunks. */
export function isStreamed(request: LanguageRequest): boolean {
  const isOneOfMany = request.kind === 'completion' && request.bestOf !== undefined;
  return request.stream ?? !isOneOfMany;
}

/** @throws AppError `invalid-input` for a value out of range, before there is a row */
export function requireGood(request: LanguageRequest): void {
  if (request.kind === 'chat') {
    chatBody(
      { ...fieldsOf(request), messages: request.messages.map(asText) },
      isStreamed(request),
      {
        ...optionsOf(request),
      },
    );
  } else completionBody(fieldsOf(request), isStreamed(request), optionsOf(request));
}

/** One call. A 429 or a refused connection is tried again before the first word. */
export async function askModel(
  client: ServiceClient,
  request: LanguageRequest,
  readPicture: ReadPicture,
  signal: AbortSignal,
  onEvents: (events: readonly LanguageEvent[]) => void,
): Promise<void> {
  const options = { signal, retry: true, onEvents, ...optionsOf(request) };
  if (request.kind === 'chat') {
    const messages: ChatRequest['messages'] = await Promise.all(
      request.messages.map((message) => withPictures(message, readPicture)),
    );
    const chat: ChatRequest = { ...fieldsOf(request), messages };
    if (isStreamed(request)) await client.streamChat(chat, options);
    else onEvents(eventsOf(await client.chat(chat, options)));
  } else {
    const completion: CompletionRequest = fieldsOf(request);
    if (isStreamed(request)) await client.streamCompletion(completion, options);
    else onEvents(eventsOf(await client.complete(completion, options)));
  }
}

/** A whole answer as events. */
function eventsOf({ id, model, created, choices, usage }: LanguageAnswer): LanguageEvent[] {
  const events: LanguageEvent[] = [{ is: 'origin', id, model, created }];
  for (const { index: choice, text, logprobs, finishReason } of choices) {
    events.push({ is: 'text', choice, text, pieces: 1, logprobs });
    if (finishReason !== undefined) events.push({ is: 'finish', choice, reason: finishReason });
  }
  if (usage !== undefined) events.push({ is: 'usage', usage });
  return events;
}

function optionsOf({ usageInStream, anyway }: LanguageRequest): BodyOptions {
  return { usageInStream, anyway };
}

/** The fields that go on the wire. */
function fieldsOf<Request extends LanguageRequest>(
  request: Request,
): Omit<Request, 'kind' | 'stream' | 'usageInStream' | 'anyway'> {
  const { kind: _kind, stream: _stream, usageInStream: _usage, anyway: _anyway, ...rest } = request;
  return rest;
}

function asText({ role, content }: ChatPart): ChatRequest['messages'][number] {
  return { role, content };
}

async function withPictures(
  message: ChatPart,
  readPicture: ReadPicture,
): Promise<ChatRequest['messages'][number]> {
  const { role, content, pictures = [] } = message;
  if (pictures.length === 0) return { role, content };
  const urls = await Promise.all(pictures.map(readPicture));
  return {
    role,
    content: [
      ...urls.map((url) => ({ type: 'image_url' as const, image_url: { url } })),
      { type: 'text' as const, text: content },
    ],
  };
}
