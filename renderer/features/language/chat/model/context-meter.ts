/** How much of a model's context the next message needs, what it costs, and what to leave out. */
import type { Message } from '../../../../../shared/contract/conversations.ts';
import type { KeptModel } from '../../../../../shared/contract/models.ts';
import {
  countPath,
  estimateMessages,
  type UsageAnchor,
} from '../../../../../shared/language/estimate.ts';

/** Everything that decides the size of the next request. */
export interface NextRequest {
  /** The loaded path, top to bottom. */
  readonly messages: readonly Message[];
  readonly system: string;
  readonly draft: string;
  readonly maxTokens: number | undefined;
  /** Answers that each model gives. */
  readonly answers: number;
  /** Messages that are not sent. */
  readonly leaveOut: readonly string[];
}

type MeteredModel = Pick<
  KeptModel,
  'id' | 'contextTokens' | 'inputPricePerMillion' | 'outputPricePerMillion' | 'tokenRatio'
>;

export interface ContextMeter {
  readonly tokens: number;
  readonly isEstimate: boolean;
  readonly limit: number | undefined;
  /** 0 to 1 and beyond; `undefined` where the context size is unknown. */
  readonly share: number | undefined;
  /** Tokens that do not fit; 0 when all do. */
  readonly over: number;
  /** The oldest messages without which it fits; none where nothing helps. */
  readonly drop: readonly string[];
}

export function meterOf(request: NextRequest, model: MeteredModel): ContextMeter {
  const { tokens, isEstimate } = tokensOf(request, model);
  const limit = model.contextTokens;
  const needed = tokens + (request.maxTokens ?? 0);
  const over = limit === undefined ? 0 : Math.max(0, needed - limit);
  return {
    tokens,
    isEstimate,
    limit,
    share: limit === undefined || limit === 0 ? undefined : needed / limit,
    over,
    drop: over === 0 ? [] : dropped(request, model, over),
  };
}

/** The last exact usage counts for all up to it, while nothing above has changed since. */
function tokensOf(request: NextRequest, model: MeteredModel) {
  const { messages, system, draft, leaveOut } = request;
  const left = new Set(leaveOut);
  const newTexts = draft.trim() === '' ? [] : [draft];
  if (left.size === 0) {
    for (let index = messages.length - 1; index >= 0; index--) {
      const anchor = anchorAt(messages, index, model.id);
      if (anchor === undefined) continue;
      const after = messages.slice(index + 1).map(({ text }) => text);
      return countPath(anchor, [...after, ...newTexts], model.tokenRatio);
    }
  }
  const kept = messages.filter(({ id }) => !left.has(id)).map(({ text }) => text);
  const texts = [...(system === '' ? [] : [system]), ...kept, ...newTexts];
  return countPath(undefined, texts, model.tokenRatio);
}

function anchorAt(
  messages: readonly Message[],
  index: number,
  modelId: string,
): UsageAnchor | undefined {
  const { run } = messages[index] ?? {};
  if (run?.usage === undefined || run.model !== modelId || run.finishReasons.length > 1)
    return undefined;
  const isChanged = messages
    .slice(0, index + 1)
    .some(({ editedAt }) => editedAt !== undefined && editedAt > run.createdAt);
  return isChanged ? undefined : { tokens: run.usage.promptTokens + run.usage.completionTokens };
}

/** From the oldest on; an answer goes with its question, and the last exchange stays. */
function dropped(request: NextRequest, model: MeteredModel, over: number): readonly string[] {
  const left = new Set(request.leaveOut);
  const open = request.messages.filter(({ id }) => !left.has(id));
  const drop: string[] = [];
  let freed = 0;
  for (const [index, { id, text, role }] of open.entries()) {
    const isTurn = role === 'user';
    if (freed >= over && isTurn) return [...request.leaveOut, ...drop];
    if (index >= open.length - 2) break;
    drop.push(id);
    freed += estimateMessages([text]) * model.tokenRatio;
  }
  return freed >= over ? [...request.leaveOut, ...drop] : [];
}

/** 1/10000 USD, with fractions. `most`: with answers as long as they may be. */
export interface CostAhead {
  readonly least: number;
  readonly most: number | undefined;
}

/** @returns `undefined` when a price is unknown */
export function costAhead(
  request: NextRequest,
  models: readonly MeteredModel[],
): CostAhead | undefined {
  let least = 0;
  let most: number | undefined = 0;
  for (const model of models) {
    const { inputPricePerMillion: priceIn, outputPricePerMillion: priceOut } = model;
    if (priceIn === undefined || priceOut === undefined) return undefined;
    const cost = (tokensOf(request, model).tokens * priceIn) / 1_000_000;
    least += cost;
    const longest =
      request.maxTokens === undefined
        ? undefined
        : (request.maxTokens * request.answers * priceOut) / 1_000_000;
    most = most === undefined || longest === undefined ? undefined : most + cost + longest;
  }
  return { least, most };
}
