/**
 * Tokens of a path: the last exact usage on it is the anchor, and only texts after it are estimated. An
 * answer is no anchor when another model gave it, the system message or a text above has changed since,
 * other messages were left out, or its usage is that of several answers together.
 */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PathMeasure } from '../../../../shared/contract/conversations.ts';
import { tokenUsageSchema } from '../../../../shared/contract/language.ts';
import {
  countPath,
  estimateMessages,
  estimatePictures,
} from '../../../../shared/language/estimate.ts';
import type { ModelLists } from '../models/model-list.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { MessageRow, MessageRows } from './message-rows.ts';

/** A question to the measure; see `conversations.measure`. */
export interface MeasureQuery {
  readonly conversationId: string;
  readonly parentId?: string | undefined;
  readonly model?: string | undefined;
  readonly leaveOut?: readonly string[] | undefined;
}

const contextSchema = z.looseObject({ system: z.string(), leftOut: z.array(z.string()) });

export function createPathMeasure(parts: {
  readonly database: DatabaseSync;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly models: Pick<ModelLists, 'list' | 'factsOf'>;
}): (query: MeasureQuery) => PathMeasure {
  const { conversations, messages, models } = parts;
  const run = parts.database.prepare(
    `SELECT usage, context, created_at, coalesce(json_extract(request, '$.n'), 1) AS n
     FROM language_runs WHERE id = ? AND state = 'done'`,
  );

  /** Prompt and answer of an exact usage, where it counts for this path. */
  function anchorOf(
    row: MessageRow,
    above: readonly MessageRow[],
    model: string,
    system: string,
    leaveOut: readonly string[],
  ): number | undefined {
    if (row.runId === undefined || row.model !== model) return undefined;
    const found = run.get(row.runId);
    const { usage, context, n } = found ?? {};
    if (typeof usage !== 'string' || typeof context !== 'string' || n !== 1) return undefined;
    const sent = contextSchema.parse(JSON.parse(context));
    const at = Number(found?.['created_at']);
    const isSame =
      sent.system === system &&
      sent.leftOut.toSorted().join() === leaveOut.toSorted().join() &&
      [...above, row].every(({ editedAt }) => editedAt === undefined || editedAt <= at);
    return isSame ? tokenUsageSchema.parse(JSON.parse(usage)).totalTokens : undefined;
  }

  return ({ conversationId, parentId, model: wanted, leaveOut = [] }) => {
    const conversation = conversations.get(conversationId);
    const list = models.list();
    const model = wanted ?? conversation.model ?? list.defaultModel ?? '';
    const { tokenRatio, takesPictures } = models.factsOf(list.connectionId ?? '', model);
    // other models do not get them
    const picturesOf = ({ pictures }: MessageRow) =>
      takesPictures ? estimatePictures(pictures) : 0;
    const { system } = conversation;
    const out = new Set(leaveOut);
    const path = parentId === undefined ? [] : messages.pathTo(parentId);
    const sent = path.filter(
      ({ id, role, text }) => !out.has(id) && (role === 'user' || text !== ''),
    );

    let tokens: number | undefined;
    let after = sent.length;
    while (after > 0 && tokens === undefined) {
      const row = sent[after - 1];
      if (row !== undefined)
        tokens = anchorOf(row, sent.slice(0, after - 1), model, system, leaveOut);
      if (tokens === undefined) after -= 1;
    }
    const anchor = tokens === undefined ? undefined : { tokens };
    const before = anchor === undefined && system.trim() !== '' ? [system] : [];
    const rest = sent.slice(after);
    const texts = [...before, ...rest.map(({ text }) => text)];
    const pictures = rest.reduce((sum, row) => sum + picturesOf(row), 0);
    const count = countPath(anchor, texts, tokenRatio, pictures);
    return {
      ...count,
      // nothing is sent before the first message: that is exact
      isEstimate: texts.length > 0,
      messages: path.map((row) => ({
        id: row.id,
        role: row.role,
        tokens: Math.ceil(estimateMessages([row.text]) * tokenRatio) + picturesOf(row),
      })),
    };
  };
}
