/** Server-sent events byte by byte, to see that there is nothing but data. */
import type { Service } from './service.ts';

export type EventStream = Awaited<ReturnType<typeof readEvents>>;

/**
 * Sends a call and reads its stream to the end.
 *
 * @throws Error when an event is anything else than one line `data: …` and an empty line
 */
export async function readEvents(service: Service, path: string, body: unknown) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!text.endsWith('\n\n'))
    throw new Error(`The last event is not complete: ${text.slice(-200)}`);
  const data = text
    .slice(0, -2)
    .split('\n\n')
    .map((event) => {
      const line = /^data: ([^\n]*)$/u.exec(event)?.[1];
      if (line === undefined) throw new Error(`This event has more than data: ${event}`);
      return line;
    });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    /** The whole body. */
    text,
    /** The text after `data: ` of each event, in order. */
    data,
    /** The same as JSON, without the closing `[DONE]`. */
    chunks: data.filter((each) => each !== '[DONE]').map((each): unknown => JSON.parse(each)),
  };
}
