import type { SQLOutputValue } from 'node:sqlite';
import type { TrainingMark, TrainingState } from '../../../../shared/contract/training.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { appErrorSchema } from '../../../../shared/contract/common.ts';
import { toBoolean, storedJson } from '../../library/row-values.ts';

export interface StoredTrainingFile {
  readonly id: number;
  readonly name: string;
  readonly folder: string;
  /** Absolute path of the user's file; never leaves the backend. */
  readonly path: string | null;
  /** Name of Gesso's copy, which takes precedence over the path. */
  readonly copy: string | null;
  readonly byteLength: number;
  readonly modifiedAt: number;
  /** Of the whole file including EXIF, so that it is the same whether EXIF is uploaded or not. */
  readonly hash: string | null;
  readonly sentLength: number | null;
  readonly sentModifiedAt: number | null;
  readonly format: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Bits, see {@link MARK_BITS}. */
  readonly marks: number;
  readonly perceptualHash: Uint8Array | null;
  readonly likeId: number | null;
  readonly state: TrainingState;
  readonly isOrdered: boolean;
  readonly connectionId: string | null;
  readonly connectionName: string | null;
  readonly assetId: string | null;
  readonly uploadedAt: number | null;
  readonly error: AppErrorData | null;
  readonly conversion: 'keep' | 'flatten' | null;
  readonly convertedTo: string | null;
  readonly removalId: number | null;
}

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

export const TRAINING_COLUMNS: Readonly<Record<keyof Omit<StoredTrainingFile, 'id'>, string>> = {
  name: 'name',
  folder: 'folder',
  path: 'path',
  copy: 'copy',
  byteLength: 'byte_length',
  modifiedAt: 'modified_at',
  hash: 'hash',
  sentLength: 'sent_length',
  sentModifiedAt: 'sent_modified_at',
  format: 'format',
  width: 'width',
  height: 'height',
  marks: 'marks',
  perceptualHash: 'look',
  likeId: 'like_id',
  state: 'state',
  isOrdered: 'is_ordered',
  connectionId: 'connection_id',
  connectionName: 'connection_name',
  assetId: 'asset_id',
  uploadedAt: 'uploaded_at',
  error: 'error',
  conversion: 'conversion',
  convertedTo: 'converted_to',
  removalId: 'removal_id',
};

export function toRow(columns: Readonly<Record<string, SQLOutputValue>>): StoredTrainingFile {
  const text = (name: string) => (columns[name] === null ? null : String(columns[name]));
  const number = (name: string) => (columns[name] === null ? null : Number(columns[name]));
  const { look: perceptualHash, error, conversion } = columns;
  return {
    id: Number(columns['id']),
    name: String(columns['name']),
    folder: String(columns['folder']),
    path: text('path'),
    copy: text('copy'),
    byteLength: Number(columns['byte_length']),
    modifiedAt: Number(columns['modified_at']),
    hash: text('hash'),
    sentLength: number('sent_length'),
    sentModifiedAt: number('sent_modified_at'),
    format: text('format'),
    width: number('width'),
    height: number('height'),
    marks: Number(columns['marks']),
    perceptualHash: perceptualHash instanceof Uint8Array ? perceptualHash : null,
    likeId: number('like_id'),
    state: columns['state'] as TrainingState,
    isOrdered: toBoolean(columns['is_ordered']),
    connectionId: text('connection_id'),
    connectionName: text('connection_name'),
    assetId: text('asset_id'),
    uploadedAt: number('uploaded_at'),
    error: storedJson(appErrorSchema, error) ?? null,
    conversion: conversion === 'keep' || conversion === 'flatten' ? conversion : null,
    convertedTo: text('converted_to'),
    removalId: number('removal_id'),
  };
}
