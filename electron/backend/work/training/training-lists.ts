import { csvTable, type CsvColumn, type CsvStyle } from '../../../../shared/export/csv.ts';
import type { ListedRow } from './training-store.ts';

const time = (milliseconds: number | null) =>
  milliseconds === null ? '' : new Date(milliseconds).toISOString();

const ASSETS: readonly CsvColumn<ListedRow>[] = [
  ['Asset ID', ({ assetId }) => assetId ?? ''],
  ['Name', ({ name }) => name],
  ['Folder', ({ folder }) => folder],
  ['State', ({ state }) => state],
  ['Uploaded (UTC)', ({ uploadedAt }) => time(uploadedAt)],
  ['Connection', ({ connectionName }) => connectionName ?? ''],
  ['SHA-256', ({ hash }) => hash ?? ''],
  ['Bytes', ({ sentLength, byteLength }) => String(sentLength ?? byteLength)],
  ['Width', ({ width }) => String(width ?? '')],
  ['Height', ({ height }) => String(height ?? '')],
  ['Format', ({ format }) => format ?? ''],
];

const SKIPPED: readonly CsvColumn<ListedRow>[] = [
  ['Name', ({ name }) => name],
  ['Folder', ({ folder }) => folder],
  ['State', ({ state }) => state],
  ['Reason', reasonOf],
  ['Bytes', ({ byteLength }) => String(byteLength)],
];

function reasonOf({ state, error, likeName, assetId }: ListedRow): string {
  if (state === 'duplicate') {
    const same = likeName === undefined ? 'Uploaded before' : `Same content as “${likeName}”`;
    return assetId === null ? same : `${same}, asset ${assetId}`;
  }
  if (state === 'convertible')
    return 'The service takes PNG, WebP and JPEG. Convert this file first.';
  return error?.message ?? '';
}

export function csvOf(rows: Iterable<ListedRow>, what: 'assets' | 'skipped', style: CsvStyle) {
  return csvTable(what === 'assets' ? ASSETS : SKIPPED, rows, style);
}

export function* jsonOf(rows: Iterable<ListedRow>): Generator<string, void, void> {
  let before = '[\n';
  for (const { assetId, name, folder, state, uploadedAt, ...row } of rows) {
    const asset = {
      assetId,
      name,
      folder,
      state,
      uploadedAt: uploadedAt === null ? null : time(uploadedAt),
      connection: row.connectionName,
      sha256: row.hash,
      bytes: row.sentLength,
    };
    yield `${before}  ${JSON.stringify(asset)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export function assetIdsOf(rows: Iterable<ListedRow>): {
  readonly text: string;
  readonly count: number;
} {
  const ids = new Set<string>();
  for (const { assetId, state } of rows) {
    if (assetId !== null && (state === 'done' || state === 'duplicate')) ids.add(assetId);
  }
  return { text: [...ids].join('\n'), count: ids.size };
}
