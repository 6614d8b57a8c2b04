import { chatBody, type ChatRequest } from '../api/chat.ts';
import { completionBody } from '../api/completions.ts';
import type { BodyOptions } from '../api/sampling-check.ts';
import type { LanguageRequest } from '../contract/language.ts';

type ChatMessage = ChatRequest['messages'][number];
type WrittenMessage = Extract<LanguageRequest, { kind: 'chat' }>['messages'][number];

export function isStreamed(request: LanguageRequest): boolean {
  const isOneOfMany = request.kind === 'completion' && request.bestOf !== undefined;
  return request.stream ?? !isOneOfMany;
}

export function bodyOptions({ usageInStream, anyway }: LanguageRequest): BodyOptions {
  return { usageInStream, anyway };
}

export function wireFields<Request extends LanguageRequest>(
  request: Request,
): Omit<Request, 'kind' | 'stream' | 'usageInStream' | 'anyway'> {
  const { kind: _kind, stream: _stream, usageInStream: _usage, anyway: _anyway, ...rest } = request;
  return rest;
}

export function withPictures(
  { role, content }: WrittenMessage,
  urls: readonly string[],
): ChatMessage {
  if (urls.length === 0) return { role, content };
  return {
    role,
    content: [
      ...urls.map((url) => ({ type: 'image_url' as const, image_url: { url } })),
      { type: 'text' as const, text: content },
    ],
  };
}

/** @throws AppError `invalid-input` for a value out of range */
export function requestBody(request: LanguageRequest): Readonly<Record<string, unknown>> {
  if (request.kind === 'completion') {
    return completionBody(wireFields(request), isStreamed(request), bodyOptions(request));
  }
  const messages = request.messages.map((message) =>
    withPictures(
      message,
      (message.pictures ?? []).map(
        ({ longestSide }) => `data:image/jpeg;base64,… (at most ${longestSide} pixels)`,
      ),
    ),
  );
  const chat = { ...wireFields(request), messages };
  return chatBody(chat, isStreamed(request), bodyOptions(request));
}
