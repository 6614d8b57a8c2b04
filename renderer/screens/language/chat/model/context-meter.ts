/** How much of a model's context the next message needs, what it costs, and what to leave out. */
import type { PathMeasure } from '../../../../../shared/contract/conversations.ts';
import type { MessagePicture } from '../../../../../shared/contract/language.ts';
import type { KeptModel } from '../../../../../shared/contract/models.ts';
import { contextFit } from '../../../../../shared/language/context-guard.ts';
import {
  estimateMessages,
  estimatePictures,
  type TokenCount,
} from '../../../../../shared/language/estimate.ts';

/** Everything that decides the size of the next request. */
export interface NextRequest {
  /** The past as the library measures it for a model, whether its messages are loaded or not. */
  readonly past: PathMeasure;
  readonly draft: string;
  /** Of this message; a model that does not take them gets none. */
  readonly pictures: readonly MessagePicture[];
  readonly maxTokens: number | undefined;
  /** Answers that each model gives. */
  readonly answers: number;
  /** Messages that are not sent. */
  readonly leaveOut: readonly string[];
}

type MeteredModel = Pick<
  KeptModel,
  | 'contextTokens'
  | 'inputPricePerMillion'
  | 'outputPricePerMillion'
  | 'takesPictures'
  | 'tokenRatio'
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

/** The past of a conversation that has not begun. */
export function measureFresh(system: string, tokenRatio: number): PathMeasure {
  const texts = system.trim() === '' ? [] : [system];
  const tokens = Math.ceil(estimateMessages(texts) * tokenRatio);
  return { tokens, isEstimate: texts.length > 0, messages: [] };
}

export function meterOf(request: NextRequest, model: MeteredModel): ContextMeter {
  const { past, leaveOut } = request;
  const size = sizeOf(request, model);
  const limit = model.contextTokens;
  const left = new Set(leaveOut);
  const sent = past.messages.filter(({ id }) => !left.has(id));
  // the last exchange always goes along
  const fit = contextFit(limit, size, request.maxTokens, sent.slice(0, -2));
  return {
    ...size,
    limit,
    share: limit === undefined || limit === 0 ? undefined : fit.needed.tokens / limit,
    over: fit.over,
    drop: fit.is !== 'too-long' || fit.isHopeless ? [] : [...leaveOut, ...fit.leaveOut],
  };
}

function sizeOf({ past, draft, pictures }: NextRequest, model: MeteredModel): TokenCount {
  if (draft.trim() === '' && pictures.length === 0) {
    return { tokens: past.tokens, isEstimate: past.isEstimate };
  }
  const text = Math.ceil(estimateMessages([draft]) * model.tokenRatio);
  const shown = model.takesPictures ? estimatePictures(pictures) : 0;
  return { tokens: past.tokens + text + shown, isEstimate: true };
}

/** 1/10000 USD, with fractions. `most`: with answers as long as they may be. */
export interface CostAhead {
  readonly least: number;
  readonly most: number | undefined;
}

/**
 * @param next the request to each model
 * @returns `undefined` when a price is unknown
 */
export function costAhead(
  next: readonly { readonly request: NextRequest; readonly model: MeteredModel }[],
): CostAhead | undefined {
  let least = 0;
  let most: number | undefined = 0;
  for (const { request, model } of next) {
    const { inputPricePerMillion: priceIn, outputPricePerMillion: priceOut } = model;
    if (priceIn === undefined || priceOut === undefined) return undefined;
    const cost = (sizeOf(request, model).tokens * priceIn) / 1_000_000;
    least += cost;
    const longest =
      request.maxTokens === undefined
        ? undefined
        : (request.maxTokens * request.answers * priceOut) / 1_000_000;
    most = most === undefined || longest === undefined ? undefined : most + cost + longest;
  }
  return { least, most };
}
