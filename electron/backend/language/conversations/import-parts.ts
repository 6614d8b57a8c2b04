import { createHash } from 'node:crypto';
import { isRecord } from '../../../../shared/api/lenient.ts';
import type { ExternalMessage, Skip } from './external.ts';

export const LEFT_OUT = {
  unreadable: 'A message was unreadable.',
  part: 'A picture or another part that is not text was left out.',
  call: 'A tool call was left out.',
  output: 'The output of a tool was left out.',
  hidden: 'A hidden message was left out.',
  empty: 'A message without text was left out.',
} as const;

export function textOfContent(content: unknown, skip: Skip): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.flatMap((part: unknown): string[] => {
    if (typeof part === 'string') return [part];
    if (isRecord(part) && typeof part['text'] === 'string') return [part['text']];
    skip(LEFT_OUT.part);
    return [];
  });
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Such a message starts a conversation. Each path is walked once. */
export function withoutCircles(
  messages: readonly ExternalMessage[],
  skip: Skip,
): readonly ExternalMessage[] {
  const parents = new Map(messages.map(({ source, parent }) => [source, parent]));
  const sound = new Set<string>();
  for (const { source } of messages) {
    const seen = new Set<string>();
    let at: string | undefined = source;
    while (at !== undefined && !sound.has(at) && !seen.has(at)) {
      seen.add(at);
      at = parents.get(at);
    }
    if (at !== undefined && seen.has(at)) {
      skip('Messages referred to each other in a circle.');
      parents.set(at, undefined);
    }
    for (const each of seen) sound.add(each);
  }
  return messages.map((message) => ({ ...message, parent: parents.get(message.source) }));
}

export function byAge(messages: readonly ExternalMessage[]): readonly ExternalMessage[] {
  return messages.toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0));
}

/** @param seconds Unix time; some programs use milliseconds */
export function milliseconds(seconds: number | undefined): number | undefined {
  if (seconds === undefined || seconds <= 0 || seconds > 100_000_000_000_000) return undefined;
  return Math.round(seconds > 100_000_000_000 ? seconds : seconds * 1000);
}

/** `undefined` if the field is empty or no text. */
export function textField(
  value: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const field = value[name];
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/** Hashes a value's JSON part by part, because the whole may exceed the longest string. */
export function hashOf(value: readonly unknown[] | Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256');
  const isList = Array.isArray(value);
  hash.update(isList ? '[' : '{');
  for (const [index, [name, part]] of Object.entries(value).entries()) {
    if (index > 0) hash.update(',');
    if (!isList) hash.update(`${JSON.stringify(name)}:`);
    hash.update(JSON.stringify(part));
  }
  return hash.update(isList ? ']' : '}').digest('hex');
}
