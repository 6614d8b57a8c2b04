/** Bills are authoritative. */
import type { Operation } from '../../../shared/contract/activity.ts';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import type { CallRecord } from '../service/index.ts';

/** 1/10000 USD per million tokens. */
export interface ModelPrices {
  readonly priceIn: number;
  readonly priceOut: number;
}

/** Kinds of jobs that price a call. For training, the upload is the paid part. */
const KIND_OF: Partial<Readonly<Record<Operation, PricedKind>>> = {
  cleanup: 'cleanup',
  'remove-text': 'remove-text',
  'merge-face': 'merge-face',
  video: 'video',
  upscale: 'upscale',
  upload: 'training-upload',
};

/** 10^-10 USD per 1/10000 USD. */
const FINE = 1_000_000;

/** @returns 10^-10 USD; 0 if free, `undefined` if unknown */
export function costOfCall(
  record: CallRecord,
  prices: {
    of(connectionId: string, kind: PricedKind): number | undefined;
    ofModel(connectionId: string, model: string): ModelPrices | undefined;
  },
): number | undefined {
  const { operation, connectionId, outcome, usage, isFree } = record;
  const kind = KIND_OF[operation];
  const isOfModel = operation === 'chat' || operation === 'completion';
  if (isFree || (kind === undefined && !isOfModel && operation !== 'other')) return 0;
  if (connectionId === undefined || (outcome !== 'ok' && usage === undefined)) {
    return outcome === 'failed' ? 0 : undefined;
  }
  if (kind !== undefined) {
    const price = prices.of(connectionId, kind);
    return price === undefined ? undefined : price * FINE;
  }
  const model = modelIn(record);
  const found = model === undefined ? undefined : prices.ofModel(connectionId, model);
  if (found === undefined || usage === undefined) return undefined;
  return Math.round(usage.prompt * found.priceIn + usage.completion * found.priceOut);
}

function modelIn({ exchange }: CallRecord): string | undefined {
  const { body } = exchange.request;
  if (typeof body !== 'object' || body === null || !('model' in body)) return undefined;
  return typeof body['model'] === 'string' ? body['model'] : undefined;
}
