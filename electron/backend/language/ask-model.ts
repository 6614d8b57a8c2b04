import type { ChatRequest } from '../../../shared/api/chat.ts';
import type { LanguageAnswer } from '../../../shared/api/language-answer.ts';
import type { LanguageRequest, MessagePicture } from '../../../shared/contract/language.ts';
import {
  bodyOptions,
  isStreamed,
  wireFields,
  withPictures,
} from '../../../shared/language/request-body.ts';
import type { LanguageEvent, RetryNotice, ServiceClient } from '../service/client/index.ts';
import { openShown } from '../vision/imaging/reading/open-picture.ts';
import { type DamageDeps, withDamageReport } from '../library/damage-report.ts';
import type { PhotoStore } from '../library/photo-store.ts';

export type ReadPicture = (picture: MessagePicture) => Promise<string>;

/** Retries after 429 or a refused connection until the first text arrives. */
export async function askModel(
  client: ServiceClient,
  request: LanguageRequest,
  readPicture: ReadPicture,
  signal: AbortSignal,
  onEvents: (events: readonly LanguageEvent[]) => void,
): Promise<void> {
  const onRetry = ({ error, waitMilliseconds }: RetryNotice): void =>
    onEvents([
      {
        is: 'waiting',
        until: Math.ceil(Date.now() + waitMilliseconds),
        why: error.kind === 'rate-limited' ? 'busy' : 'unreachable',
      },
    ]);
  const options = { signal, retry: true, onEvents, onRetry, ...bodyOptions(request) };
  if (request.kind === 'completion') {
    const completion = wireFields(request);
    if (isStreamed(request)) await client.streamCompletion(completion, options);
    else onEvents(eventsOf(await client.complete(completion, options)));
    return;
  }
  const messages: ChatRequest['messages'] = await Promise.all(
    request.messages.map(async (message) =>
      withPictures(message, await Promise.all((message.pictures ?? []).map(readPicture))),
    ),
  );
  const chat: ChatRequest = { ...wireFields(request), messages };
  if (isStreamed(request)) await client.streamChat(chat, options);
  else onEvents(eventsOf(await client.chat(chat, options)));
}

function eventsOf({ id, model, created, choices, usage }: LanguageAnswer): LanguageEvent[] {
  const events: LanguageEvent[] = [{ is: 'origin', id, model, created }];
  for (const { index: choice, text, thoughts, logprobs, finishReason } of choices) {
    if (thoughts !== '') events.push({ is: 'thoughts', choice, text: thoughts, pieces: 1 });
    events.push({ is: 'text', choice, text, pieces: 1, logprobs });
    if (finishReason !== undefined) events.push({ is: 'finish', choice, reason: finishReason });
  }
  if (usage !== undefined) events.push({ is: 'usage', usage });
  return events;
}

const QUALITY = 85;

/** Converts a library picture for a model: small, sRGB, on white. */
export function createReadPicture(
  deps: DamageDeps & { readonly photos: Pick<PhotoStore, 'source'> },
): ReadPicture {
  return async ({ photoId, longestSide }) =>
    await withDamageReport(deps, photoId, async () => {
      const { path } = deps.photos.source(photoId);
      const shown = await openShown(path, { failOn: 'truncated' });
      const bytes = await shown
        .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: QUALITY })
        .toBuffer();
      return `data:image/jpeg;base64,${bytes.toString('base64')}`;
    });
}
