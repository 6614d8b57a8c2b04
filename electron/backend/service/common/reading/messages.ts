import type { AppErrorData } from '../../../../../shared/errors/app-error.ts';

/** A file's bytes, which are transferred, or its absolute path. */
export type ReadingSource = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly path: string };

export type ReadingKind = 'conversations' | 'table' | 'recipe';

export type ReadingOrder =
  | { readonly kind: ReadingKind; readonly source: ReadingSource }
  | { readonly kind: 'next' };

export type ReadingAnswer<Part, End> =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'end'; readonly end: End }
  | { readonly kind: 'failed'; readonly error: AppErrorData };
