/** Calls of one client to one server that answers by hand: their outcome, and the requests that came. */
import { byteSourceOfBytes } from '../http/byte-source.ts';
import type { ServiceClient } from '../http-client.ts';
import { startClientBench, type ClientBench } from './client-bench.ts';
import { fakePng } from './pictures.ts';
import { answering, type Behaviour, type SeenRequest } from './quirky-server.ts';

export const PICTURE = fakePng(300);
export const SOURCE = byteSourceOfBytes(PICTURE);
export const SIZE = { width: 10, height: 10 };

export function json(body: unknown, status = 200): Behaviour {
  return answering(status, typeof body === 'string' ? body : JSON.stringify(body));
}

/** Answers by path; a list is answered one after the other, its last entry for ever. */
export function byPath(
  answers: Readonly<Record<string, Behaviour | readonly Behaviour[]>>,
): Behaviour {
  const counts = new Map<string, number>();
  return (request, response) => {
    const path = new URL(request.url ?? '', 'http://h').pathname;
    const answer = answers[path];
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    const list = typeof answer === 'function' ? [answer] : (answer ?? []);
    const chosen = list[Math.min(count, list.length - 1)] ?? answering(404, 'no such path');
    return chosen(request, response);
  };
}

export async function ask<T>(
  behaviour: Behaviour,
  call: (client: ServiceClient, bench: ClientBench) => Promise<T>,
): Promise<{ readonly result: T; readonly seen: readonly SeenRequest[] }> {
  await using bench = await startClientBench(behaviour);
  const result = await call(bench.client, bench);
  return { result, seen: bench.server.seen };
}

export async function sentBody(
  call: (client: ServiceClient, bench: ClientBench) => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const image = { image_file: PICTURE.toString('base64'), image_type: 'png' };
  const all = { ...image, task_id: 't', code: 0, data: { task_id: 't' } };
  const { seen } = await ask(json(all), call);
  return JSON.parse(seen[0]?.body.toString() ?? '{}') as Record<string, unknown>;
}
