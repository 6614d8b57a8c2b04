import type { Refusal } from '../errors.ts';
import type { CleanupInspection } from './inspection.ts';

/** What the HTTP thread asks of a fill worker: one cleanup call. */
export interface FillRequest {
  /** The raw JSON body as received; transferred. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Only read and record the call; a fault answers it. */
  readonly inspectOnly: boolean;
}

/** What a fill worker says, in this order: at most one `inspected`, then one of the others. */
export type FillMessage =
  | {
      readonly kind: 'inspected';
      readonly inspection: CleanupInspection;
      readonly image: Uint8Array<ArrayBuffer>;
      readonly mask: Uint8Array<ArrayBuffer>;
    }
  /** The bytes of the JSON answer; empty after `inspectOnly`. */
  | { readonly kind: 'done'; readonly answer: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly message: string };
