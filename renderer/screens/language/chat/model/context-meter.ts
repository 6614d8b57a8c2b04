import type { PathMeasure } from '../../../../../shared/contract/conversations.ts';
import type { MessagePicture } from '../../../../../shared/contract/language.ts';
import type { KeptModel } from '../../../../../shared/contract/models.ts';
import { contextFit } from '../../../../../shared/language/context-guard.ts';
import {
  estimateMessages,
  estimatePictures,
  type TokenCount,
} from '../../../../../shared/language/estimate.ts';

interface PlannedMessages {
  /** Measured by the library, since not all messages may be loaded. */
  readonly past: PathMeasure;
  readonly draft: string;
  /** Models that take no pictures are sent none. */
  readonly pictures: readonly MessagePicture[];
  readonly maxTokens: number | undefined;
  /** Per model. */
  readonly answers: number;
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

export function measureFresh(system: string, tokenRatio: number): PathMeasure {
  const texts = system.trim() === '' ? [] : [system];
  const tokens = Math.ceil(estimateMessages(texts) * tokenRatio);
  return { tokens, isEstimate: texts.length > 0, messages: [] };
}

export function meterOf(request: PlannedMessages, model: MeteredModel) {
  const { past, leaveOut } = request;
  const size = sizeOf(request, model);
  const limit = model.contextTokens;
  const left = new Set(leaveOut);
  const sent = past.messages.filter(({ id }) => !left.has(id));
  // the last exchange is always sent
  const fit = contextFit(limit, size, request.maxTokens, sent.slice(0, -2));
  return {
    ...size,
    limit,
    share: limit === undefined || limit === 0 ? undefined : fit.needed.tokens / limit,
    over: fit.over,
    drop: fit.is !== 'too-long' || fit.isHopeless ? [] : [...leaveOut, ...fit.leaveOut],
  };
}

function sizeOf({ past, draft, pictures }: PlannedMessages, model: MeteredModel): TokenCount {
  if (draft.trim() === '' && pictures.length === 0) {
    return { tokens: past.tokens, isEstimate: past.isEstimate };
  }
  const text = Math.ceil(estimateMessages([draft]) * model.tokenRatio);
  const shown = model.takesPictures ? estimatePictures(pictures) : 0;
  return { tokens: past.tokens + text + shown, isEstimate: true };
}

/** @param next the request to each model @returns `undefined` if a price is unknown */
export function costAhead(
  next: readonly { readonly request: PlannedMessages; readonly model: MeteredModel }[],
) {
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
