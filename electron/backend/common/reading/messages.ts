/** The orders of the thread that reads files of texts and recipes, and its answers. */
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';

/** A file to be read: its bytes, which are handed over and gone afterwards, or its absolute path. */
export type ReadingSource = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly path: string };

/** What is in the file. */
export type ReadingKind = 'conversations' | 'table' | 'recipe';

/** Please begin with a file, or go on with it. */
export type ReadingOrder =
  | { readonly kind: ReadingKind; readonly source: ReadingSource }
  | { readonly kind: 'next' };

/** One for each order. */
export type ReadingAnswer<Part, End> =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'end'; readonly end: End }
  | { readonly kind: 'failed'; readonly error: AppErrorData };
