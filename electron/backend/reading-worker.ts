import { readFileSync, statSync } from 'node:fs';
import { CONVERSATION_LIMITS } from '../../shared/contract/conversations.ts';
import { PROMPT_TABLE_LIMITS } from '../../shared/contract/prompt-tables.ts';
import { MOST_RECIPE_BYTES } from '../../shared/contract/recipes.ts';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { openWorkerPort } from '../workers/worker-port.ts';
import { conversationParts } from './language/conversations/conversation-reader.ts';
import { tableParts } from './language/prompt-tables/table-parts.ts';
import type {
  ReadingAnswer,
  ReadingKind,
  ReadingOrder,
  ReadingSource,
} from './service/common/reading/messages.ts';
import { recipeParts } from './work/recipes/recipe-file.ts';

const port = openWorkerPort<ReadingOrder, ReadingAnswer<unknown, unknown>>();

const READERS = {
  conversations: { most: CONVERSATION_LIMITS.importBytes, parts: conversationParts },
  recipe: { most: MOST_RECIPE_BYTES, parts: recipeParts },
  table: { most: PROMPT_TABLE_LIMITS.bytes, parts: tableParts },
} as const satisfies Record<ReadingKind, unknown>;

let reading: Iterator<unknown, unknown, void> | undefined;

port.onMessage((order) => port.post(answer(order)));

function answer(order: ReadingOrder): ReadingAnswer<unknown, unknown> {
  try {
    if (order.kind !== 'next') {
      const { most, parts } = READERS[order.kind];
      reading = parts(bytesOf(order.source, most));
    }
    const { done, value } = reading?.next() ?? { done: true, value: undefined };
    if (done !== true) return { kind: 'part', part: value };
    reading = undefined; // Frees the file.
    return { kind: 'end', end: value };
  } catch (error) {
    reading = undefined;
    return { kind: 'failed', error: toAppError(error).toData() };
  }
}

function bytesOf(from: ReadingSource, most: number): Uint8Array {
  const size = 'bytes' in from ? from.bytes.byteLength : statSync(from.path).size;
  if (size > most) {
    throw new AppError(
      'too-large',
      `The file has ${Math.ceil(size / 1_000_000)} MB. Gesso reads up to ${most / 1_000_000} MB at once. Select a smaller file, or split it first.`,
      { details: { limit: most } },
    );
  }
  return 'bytes' in from ? from.bytes : readFileSync(from.path);
}
