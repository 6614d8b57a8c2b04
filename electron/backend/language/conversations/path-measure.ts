/** Counts a path's tokens: exactly up to the last usage, estimated after it. */
import type { ConversationDeps } from './conversation-deps.ts';
import { z } from 'zod';
import { tokenUsageSchema } from '../../../../shared/contract/language.ts';
import {
  countPath,
  estimateMessages,
  estimatePictures,
  tokensWithoutThoughts,
} from '../../../../shared/language/estimate.ts';
import { setNewest } from '../../../../shared/set-newest.ts';
import { os } from '../../service/common/procedures.ts';
import type { ModelLists } from '../models/model-list.ts';
import { createPauses } from './pauses.ts';
import type { StoredMessage } from './message-rows.ts';
import { createSql, storedJson } from '../../library/row-values.ts';

const PART = 500;
const MOST_PARTS = 2000;

/** Cached estimates, some hundred bytes each. */
const REMEMBERED = 50_000;

const contextSchema = z.looseObject({ system: z.string(), leftOut: z.array(z.string()) });

export function measureProcedure(
  deps: ConversationDeps & { readonly models: Pick<ModelLists, 'list' | 'factsOf'> },
) {
  const { conversations, messages, models } = deps;
  const estimateOf = createEstimates();
  const sql = createSql(deps.database);

  /** Returns `undefined` if the usage does not apply. @param editedAt latest edit on the path */
  function anchorOf(
    row: StoredMessage,
    editedAt: number,
    model: string,
    system: string,
    leaveOut: readonly string[],
  ): number | undefined {
    if (row.runId === undefined || row.model !== model) return undefined;
    const found = sql.get`SELECT usage, context, created_at, coalesce(json_extract(request, '$.n'),
        1) AS n
      FROM language_runs WHERE id = ${row.runId} AND state = 'done'`;
    const { usage, context, n } = found ?? {};
    if (typeof usage !== 'string' || typeof context !== 'string' || n !== 1) return undefined;
    const sent = storedJson(contextSchema, context);
    const at = Number(found?.['created_at']);
    const isSame =
      sent?.system === system &&
      sent.leftOut.toSorted().join() === leaveOut.toSorted().join() &&
      editedAt <= at;
    const counts = isSame ? storedJson(tokenUsageSchema, usage) : undefined;
    const areThoughtsUncounted = row.thoughts !== undefined && !counts?.reasoningTokens;
    return counts === undefined || areThoughtsUncounted ? undefined : tokensWithoutThoughts(counts);
  }

  async function pathTo(leafId: string | undefined, pause: () => Promise<void>) {
    const pages: (readonly StoredMessage[])[] = [];
    let next = leafId;
    while (next !== undefined && pages.length < MOST_PARTS) {
      const page = messages.pathTo(next, PART);
      pages.push(page);
      next = page[0]?.parentId;
      await pause();
    }
    return pages.toReversed().flat();
  }

  return os.conversations.measure.handler(async ({ input }) => {
    const { conversationId, parentId, model: wanted, leaveOut = [] } = input;
    const pause = createPauses();
    const conversation = conversations.get(conversationId);
    const list = models.list();
    const model = wanted ?? conversation.model ?? list.defaultModel ?? '';
    const { tokenRatio, takesPictures } = models.factsOf(list.connectionId ?? '', model);
    // Other models don't get them.
    const picturesOf = ({ pictures }: StoredMessage) =>
      takesPictures ? estimatePictures(pictures) : 0;
    const { system } = conversation;
    const out = new Set(leaveOut);
    const path = await pathTo(parentId, pause);
    const estimates = new Map<string, number>();
    for (const row of path) {
      estimates.set(row.id, estimateOf(row));
      await pause();
    }
    const sent = path.filter(
      ({ id, role, text }) => !out.has(id) && (role === 'user' || text !== ''),
    );

    // Latest edit of each message and its ancestors.
    let latest = 0;
    const edits = sent.map(({ editedAt = 0 }) => (latest = Math.max(latest, editedAt)));
    let tokens: number | undefined;
    let after = sent.length;
    while (after > 0 && tokens === undefined) {
      const row = sent[after - 1];
      if (row !== undefined) {
        tokens = anchorOf(row, edits[after - 1] ?? 0, model, system, leaveOut);
      }
      if (tokens === undefined) after -= 1;
    }
    const anchor = tokens === undefined ? undefined : { tokens };
    const before = anchor === undefined && system.trim() !== '' ? [system] : [];
    const rest = sent.slice(after);
    const pictures = rest.reduce((sum, row) => sum + picturesOf(row), 0);
    const estimate = rest.reduce(
      (sum, { id }) => sum + (estimates.get(id) ?? 0),
      estimateMessages(before),
    );
    return {
      ...countPath(anchor, estimate, tokenRatio, pictures),
      // Nothing is sent before the first message, so 0 is exact.
      isEstimate: before.length + rest.length > 0,
      messages: path.map((row) => ({
        id: row.id,
        role: row.role,
        tokens: Math.ceil((estimates.get(row.id) ?? 0) * tokenRatio) + picturesOf(row),
      })),
    };
  });
}

function createEstimates(): (row: StoredMessage) => number {
  const known = new Map<number, { readonly text: string; readonly tokens: number }>();
  return ({ number, editedAt, text }) => {
    // A text changes when its answer ends and when it is edited.
    const mark = `${text.length} ${editedAt}`;
    const before = known.get(number);
    if (before?.text === mark) return before.tokens;
    const tokens = estimateMessages([text]);
    setNewest(known, number, { text: mark, tokens }, REMEMBERED);
    return tokens;
  };
}
