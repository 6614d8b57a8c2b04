/**
 * The tables "Limits" and "Errors" of the service's specification, typed in row by row. A check is
 * named after the row that it belongs to; a row without one is a failure.
 */

/** Rows of "Limits" that bound what is sent: the largest value is taken, the next one refused. */
export const INPUT_LIMITS = [
  'Input image size | img2video image_file | at most 2048 x 2048, 30 MB',
  'Input image size | remove-text image_file | at most 1024 x 1024, 30 MB',
  'Input image size | cleanup image_file and mask_file | at most 16 megapixels, 30 MB each',
  'Input image size | merge-face face_image_file and image_file | at most 2048 x 2048, 30 MB each',
  'frames_per_second | img2video | only 6',
  'frames_num | img2video | 25 for SVD-XT, 14 for SVD',
  'steps | img2video | 1 to 50',
  'motion_bucket_id | img2video | 1 to 255',
  'cond_aug | img2video | 0 to 1',
  'stop sequences | completions | at most 4',
  'logprobs | completions | at most 5',
  'logit_bias values | completions | -100 to 100',
] as const;

/** Rows of "Limits" that say what comes back. */
export const OUTPUT_LIMITS = [
  'Video working resolution | img2video | within 576 x 1024 by resize mode',
  'Output frame rate with interpolation | img2video | 24 fps',
  'Video URL validity | task-result videos | given per entry in video_url_ttl (seconds)',
] as const;

/** The numbered statements of "Errors" and the rows of its table of codes. */
export const ERRORS = [
  '1. HTTP status: 2xx means the request was accepted',
  '1. HTTP status: 400 means an error in request parameters (documented for the synchronous image endpoints)',
  '1. HTTP status: 5xx means internal server error',
  '2. code 0 | CodeNormal',
  '2. code -1 | CodeInternalError',
  '2. code 1 | CodeInvalidJSON',
  '2. code 2 | CodeModelNotExist',
  '2. code 3 | CodeTaskIdNotExist',
  '2. code 4 | CodeInvalidAuth',
  '2. code 5 | CodeHostUnavailable',
  '2. code 6 | CodeParamRangeOutOfLimit',
  '2. code 7 | CodeCostBalanceFailure',
  '2. code 8 | CodeSamplerNotExist',
  '2. code 9 | CodeTimeout',
  '2. code 10 | CodeNotSupport',
  '3. Shape of the error body on /v3 endpoints: not shown. HTTP status that accompanies each legacy code: not shown.',
] as const;

export type InputLimit = (typeof INPUT_LIMITS)[number];
export type OutputLimit = (typeof OUTPUT_LIMITS)[number];
export type ErrorRow = (typeof ERRORS)[number];

/** What a check shows of its row. */
export type Side = 'accepts' | 'refuses' | 'holds';

/** Declares a test named after a row. */
export type Check<Row extends string> = (
  row: Row,
  side: Side,
  what: string,
  run: () => Promise<void>,
) => void;

/** @param declare Vitest's `it`, by which each check becomes a test */
export function createRegistry<Row extends string>(
  declare: (name: string, run: () => Promise<void>) => void,
) {
  const declared = new Set<string>();
  const check: Check<Row> = (row, side, what, run) => {
    declared.add(`${row}: ${side}`);
    declare(`${row}: ${side} ${what}`, run);
  };
  return {
    check,
    /** Rows that lack a check of one of the sides, with the side. */
    missing: (rows: readonly Row[], sides: readonly Side[]) =>
      rows.flatMap((row) =>
        sides.map((side) => `${row}: ${side}`).filter((name) => !declared.has(name)),
      ),
  };
}
