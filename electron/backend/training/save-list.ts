import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SaveOutcome } from '../../../shared/contract/export.ts';
import type {
  TrainingSelection,
  TrainingState,
  TrainingView,
} from '../../../shared/contract/training.ts';
import type { HostPorts } from '../common/ports.ts';
import { saveByHost } from '../common/save-by-host.ts';
import type { CsvStyle } from '../../../shared/export/csv.ts';
import { csvOf, jsonOf } from './training-lists.ts';
import type { ListedRow, TrainingStore } from './training-store.ts';

const WHOLE_LIST: TrainingView = { filter: 'all', search: '', sort: 'added' };

/** @param selection default: the whole list @throws AppError if the file cannot be written */
export async function saveList(
  store: TrainingStore,
  ports: Pick<HostPorts, 'saveFile'>,
  what: 'assets-csv' | 'assets-json' | 'skipped-csv',
  style: CsvStyle,
  selection: TrainingSelection = { view: WHOLE_LIST },
): Promise<SaveOutcome> {
  const isSkipped = what === 'skipped-csv';
  const states: readonly TrainingState[] = isSkipped
    ? ['skipped', 'duplicate', 'convertible', 'failed', 'unknown']
    : ['done', 'duplicate'];
  function* rows(): Generator<ListedRow, void, void> {
    for (const row of store.each(selection)) {
      const isWanted = states.includes(row.state) && (isSkipped || row.assetId !== null);
      if (isWanted) yield row;
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  const isJson = what === 'assets-json';
  return await saveByHost(ports, {
    suggestedName: isSkipped
      ? `Gesso training, not uploaded ${day}.csv`
      : `Gesso training assets ${day}.${isJson ? 'json' : 'csv'}`,
    mediaType: isJson ? 'application/json' : 'text/csv',
    write: (path) =>
      pipeline(
        Readable.from(
          isJson ? jsonOf(rows()) : csvOf(rows(), isSkipped ? 'skipped' : 'assets', style),
        ),
        createWriteStream(path),
      ),
  });
}
