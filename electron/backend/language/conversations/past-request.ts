import type { LanguageRequest, LanguageRun } from '../../../../shared/contract/language.ts';
import type { RunContext } from '../run-store.ts';
import { toSend } from './chat-request.ts';
import type { MessageRow, MessageRows } from './message-rows.ts';

/** @returns the stored request if it is complete, or its messages were deleted */
export function createPastRequest(parts: {
  readonly messages: MessageRows;
  readonly contextOf: (runId: string) => RunContext | undefined;
}): (run: Pick<LanguageRun, 'id' | 'request' | 'createdAt'>) => LanguageRequest {
  const { messages } = parts;

  function asItWas(row: MessageRow, at: number): MessageRow {
    if (row.editedAt === undefined || row.editedAt <= at) return row;
    const then = messages.earlierTexts(row.id).find(({ until }) => until > at);
    return then === undefined ? row : { ...row, text: then.text };
  }

  return ({ id, request, createdAt }) => {
    const context = request.kind === 'chat' ? parts.contextOf(id) : undefined;
    if (request.kind !== 'chat' || context === undefined) return request;
    const rows = messages.pathTo(context.lastId).map((row) => asItWas(row, createdAt));
    return { ...request, messages: toSend(context.system, rows, context.leftOut, true) };
  };
}
