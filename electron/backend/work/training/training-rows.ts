import type { TrainingMark, TrainingState } from '../../../../shared/contract/training.ts';
import { appErrorSchema } from '../../../../shared/contract/common.ts';
import { createRowReader, orNull, storedJson, toBoolean } from '../../library/row-values.ts';

export const toRow = createRowReader(
  {
    id: Number,
    name: String,
    folder: String,
    /** Absolute path of the user's file; never leaves the backend. */
    path: orNull(String),
    /** Name of Gesso's copy, which takes precedence over the path. */
    copy: orNull(String),
    byteLength: Number,
    modifiedAt: Number,
    /** Of the whole file including EXIF, so that it is the same whether EXIF is uploaded or not. */
    hash: orNull(String),
    sentLength: orNull(Number),
    sentModifiedAt: orNull(Number),
    format: orNull(String),
    width: orNull(Number),
    height: orNull(Number),
    /** Bits, see {@link MARK_BITS}. */
    marks: Number,
    perceptualHash: (value) => (value instanceof Uint8Array ? value : null),
    likeId: orNull(Number),
    state: (value) => value as TrainingState,
    isOrdered: toBoolean,
    connectionId: orNull(String),
    connectionName: orNull(String),
    assetId: orNull(String),
    uploadedAt: orNull(Number),
    error: (value) => storedJson(appErrorSchema, value) ?? null,
    conversion: (value) => (value === 'keep' || value === 'flatten' ? value : null),
    convertedTo: orNull(String),
    removalId: orNull(Number),
  },
  { perceptualHash: 'look' },
);

export type StoredTrainingFile = ReturnType<typeof toRow>;

export type TrainingChange = Partial<Omit<StoredTrainingFile, 'id'>>;

/** Findings stored as bits; others depend on settings or other rows. */
export const MARK_BITS = {
  rotated: 1,
  alpha: 2,
  cmyk: 4,
  deep: 8,
  animated: 16,
  camera: 32,
} as const satisfies Partial<Record<TrainingMark, number>>;
