/** The door of training: the list, its orders, its queue. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SaveOutcome } from '../../../shared/contract/export.ts';
import {
  TRAINING_MARKS,
  type OfferedFile,
  type TrainingFile,
  type TrainingSelection,
  type TrainingState,
  type TrainingSummary,
  type TrainingView,
} from '../../../shared/contract/training.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { requireFileSize } from '../../../shared/files/file-size.ts';
import { trainingThumbnailUrl } from '../../../shared/media.ts';
import type { CleanError } from '../common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import { saveByHost } from '../common/save-by-host.ts';
import { createKeptPictures } from '../library/kept-pictures.ts';
import type { ReadingNotes } from '../library/reading-notes.ts';
import { createLatestFeed } from '../common/latest-feed.ts';
import { largePicture, readTrainingFacts } from '../imaging/reading/training-facts.ts';
import type { HostPorts } from '../common/ports.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { createTrainingChecker } from './training-checker.ts';
import type { TrainingFiles } from './training-files.ts';
import { addPaths, notAPicture, type Intake } from './training-intake.ts';
import { csvOf, jsonOf } from './training-lists.ts';
import { marksOf } from './training-marks.ts';
import { createLogFlusher } from '../library/flush-log.ts';
import type { ListedRow, TrainingStore } from './training-store.ts';
import { createTrainingCounts } from './training-summary.ts';
import { createTrainingUploader, type UploadWaits } from './training-uploader.ts';

/** States from which an upload can be ordered. */
const ORDERABLE: readonly TrainingState[] = ['ready', 'failed', 'unknown', 'duplicate'];

/** What `all` shows; for orders on the whole list. */
const WHOLE_LIST: TrainingView = { filter: 'all', search: '', sort: 'added' };

type Changed = { readonly changed: number };

/** See the file comment. The contract says more about each: `shared/contract/training.ts`. */
export interface Training {
  changes(signal: AbortSignal | undefined): AsyncGenerator<TrainingSummary, void, void>;
  list(
    view: TrainingView,
    offset: number,
    limit: number,
  ): { readonly rows: readonly TrainingFile[]; readonly total: number };
  ids(view: TrainingView, offset: number, limit: number): readonly number[];
  choose(what: 'files' | 'folder'): Promise<Intake>;
  /** Takes the bytes of a file that the page hands over. */
  take(file: OfferedFile, bytes: AsyncIterable<Uint8Array>): Promise<{ readonly id: number }>;
  /** Files and folders that the host knows the places of. */
  addPaths(paths: readonly string[]): Promise<Intake>;
  missing(files: readonly OfferedFile[]): readonly number[];
  skip(files: readonly OfferedFile[]): Changed;
  upload(selection: TrainingSelection): Changed;
  retryFailed(selection: TrainingSelection): Changed;
  pause(): void;
  resume(): void;
  cancel(selection: TrainingSelection): Changed;
  keepAsset(selection: TrainingSelection): Changed;
  convert(selection: TrainingSelection, isFlattened: boolean): Changed;
  remove(selection: TrainingSelection): { readonly removalId: number; readonly removed: number };
  restore(removalId: number): Changed;
  restoreRows(selection: TrainingSelection): Changed;
  assetIds(selection: TrainingSelection): { readonly text: string; readonly count: number };
  save(
    what: 'assets-csv' | 'assets-json' | 'skipped-csv',
    selection: TrainingSelection | undefined,
  ): Promise<SaveOutcome>;
  /** A WebP. @throws AppError `not-found`, `storage` */
  thumbnail(id: number): Promise<Uint8Array>;
  /** A larger WebP to look at; the small one where the file is gone. @throws as `thumbnail` */
  picture(id: number): Promise<Uint8Array>;
  /** The network is back: nothing is held any longer. */
  lookNow(): void;
  /** The number of uploads at once, or a limit of the check. */
  settingsChanged(): void;
  close(): Promise<void>;
}

export function createTraining(parts: {
  readonly store: TrainingStore;
  readonly files: TrainingFiles;
  readonly reading: Pick<ReadingNotes, 'guard' | 'forgive'>;
  readonly settings: SettingsStore;
  readonly connections: Pick<Connections, 'active' | 'ready'>;
  readonly ports: Pick<HostPorts, 'saveFile' | 'chooseTrainingFiles' | 'notify'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly waits?: UploadWaits | undefined;
}): Training {
  const { store, files, settings, connections, ports } = parts;
  const leastSide = () => settings.get().trainingLeastSide;
  const countAll = createTrainingCounts(store, leastSide);
  const feed = createLatestFeed(summary);
  const changed = () => feed.changed();
  const kept = createKeptPictures('This picture');
  store.purge();
  store.settleUnfinished({
    kind: 'outcome-unknown',
    message: 'Gesso ended before the storage confirmed this file. It may have arrived.',
    action: 'retry',
  });
  const log = createLogFlusher(store.database);
  const uploader = createTrainingUploader({
    ...parts,
    flush: () => log.flush(),
    onChange: changed,
    onUnread: () => checker.pump(),
    onQuiet: tellEnd,
  });
  const checker = createTrainingChecker({
    ...parts,
    connectionId: () => activeConnection()?.id,
    onChange: changed,
    onWaiting: () => uploader.pump(),
  });
  checker.pump();
  uploader.pump();

  function activeConnection(): { readonly id: string; readonly name: string } | undefined {
    try {
      return connections.active();
    } catch {
      return undefined; // none is chosen; an order to upload says so
    }
  }

  function summary(): TrainingSummary {
    return {
      revision: store.revision,
      ...countAll(),
      queue: uploader.queue(),
      active: uploader.active(),
      bytesPerSecond: uploader.bytesPerSecond(),
      canLink: ports.chooseTrainingFiles !== undefined,
    };
  }

  function tellEnd(uploaded: number): void {
    const { counts } = countAll();
    const trouble = counts.failed + counts.unknown;
    ports.notify({
      title: trouble === 0 ? 'Training files uploaded' : 'Training upload ended with errors',
      body: `${uploaded} uploaded${trouble === 0 ? '' : `, ${trouble} need attention`}.`,
    });
  }

  function order(selection: TrainingSelection, states: readonly TrainingState[]): Changed {
    const { id: connectionId, name: connectionName } = connections.active();
    const ordered = {
      state: 'waiting',
      isOrdered: true,
      connectionId,
      connectionName,
      assetId: null,
      error: null,
    } as const;
    const count = store.together(() => {
      const isAlike = states.includes('duplicate');
      const alike = isAlike
        ? store.updateAll(selection, ['duplicate'], { ...ordered, likeId: null })
        : 0;
      const others = states.filter((state) => state !== 'duplicate');
      return alike + store.updateAll(selection, others, ordered);
    });
    if (count > 0) uploader.resume();
    changed();
    return { changed: count };
  }

  /** Files without facts have to be read before they can be sent. */
  function readAgain(selection: TrainingSelection): Changed {
    const unread = [...store.each(selection)].filter(
      ({ state, sentLength }) => state === 'failed' && sentLength === null,
    );
    if (unread.length === 0) return { changed: 0 };
    const count = store.updateAll({ ids: unread.map(({ id }) => id) }, ['failed'], {
      state: 'checking',
      error: null,
    });
    checker.pump();
    changed();
    return { changed: count };
  }

  function upload(selection: TrainingSelection, states: readonly TrainingState[]): Changed {
    const unread = readAgain(selection);
    return { changed: unread.changed + order(selection, states).changed };
  }

  function simple(change: () => number): Changed {
    const count = change();
    changed();
    return { changed: count };
  }

  async function thumbnail(id: number): Promise<Uint8Array> {
    const row = store.get(id);
    const hash = row?.hash;
    if (row === undefined || hash === null || hash === undefined) {
      throw new AppError({ kind: 'not-found', message: 'This file is not in the list.' });
    }
    return await kept.get(hash, async () => {
      const stored = await files.thumbnail(hash);
      if (stored !== undefined) return stored;
      const facts = await readTrainingFacts(files.pathOf(row) ?? '', row.name);
      await files.saveThumbnail(hash, facts.thumbnail);
      return facts.thumbnail;
    });
  }

  return {
    changes: (signal) => feed.read(signal),
    list: (view, offset, limit) => ({
      rows: store.page(view, offset, limit).map((row) => shown(row, leastSide())),
      total: store.count(view),
    }),
    ids: (view, offset, limit) => store.ids(view, offset, limit),
    async choose(what) {
      const { chooseTrainingFiles } = ports;
      if (chooseTrainingFiles === undefined) {
        throw new AppError({
          kind: 'invalid-input',
          message: 'This window has a file dialog of its own. Select the files there.',
        });
      }
      const paths = await chooseTrainingFiles(what);
      return this.addPaths(paths);
    },
    async take(file, bytes) {
      requireFileSize(file.name, file.byteLength);
      const { copy, hash, byteLength } = await files.keep(bytes);
      const [id = 0] = store.add([{ ...file, byteLength, copy, hash }]);
      changed();
      checker.pump();
      return { id };
    },
    async addPaths(paths) {
      const added = () => {
        changed();
        checker.pump();
      };
      return addPaths(store, paths, added, parts.log);
    },
    missing: (offered) => offered.flatMap((file, index) => (store.known(file) ? [] : [index])),
    skip: (offered) =>
      simple(() => {
        const unknown = offered.filter((file) => !store.known(file));
        store.add(unknown.map((file) => ({ ...file, ...notAPicture(file.name) })));
        return unknown.length;
      }),
    upload: (selection) => upload(selection, ORDERABLE),
    retryFailed: (selection) => upload(selection, ['failed']),
    pause: () => uploader.pause(),
    resume: () => uploader.resume(),
    cancel: (selection) =>
      simple(() => {
        const sending = [...store.each(selection)].filter(({ state }) => state === 'sending');
        const count = store.updateAll(selection, ['waiting'], { state: 'ready', isOrdered: false });
        uploader.stop(sending.map(({ id }) => id));
        return count + sending.length;
      }),
    keepAsset: (selection) =>
      simple(() => {
        const ids = [...store.each(selection)].flatMap(({ id, assetId }) =>
          assetId === null ? [] : id,
        );
        return store.updateAll({ ids }, ['unknown'], {
          state: 'done',
          uploadedAt: Date.now(),
          error: null,
        });
      }),
    convert: (selection, isFlattened) =>
      simple(() => {
        const count = store.updateAll(selection, ['convertible', 'ready', 'duplicate'], {
          state: 'checking',
          conversion: isFlattened ? 'flatten' : 'keep',
          likeId: null,
        });
        checker.pump();
        return count;
      }),
    remove(selection) {
      const outcome = store.remove(selection);
      changed();
      return outcome;
    },
    restore: (removalId) => simple(() => store.restore(removalId)),
    restoreRows: (selection) => simple(() => store.restoreRows(selection)),
    assetIds(selection) {
      const ids = new Set<string>();
      for (const { assetId, state } of store.each(selection)) {
        if (assetId !== null && (state === 'done' || state === 'duplicate')) ids.add(assetId);
      }
      return { text: [...ids].join('\n'), count: ids.size };
    },
    async save(what, selection: TrainingSelection = { view: WHOLE_LIST }) {
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
              isJson ? jsonOf(rows()) : csvOf(rows(), isSkipped ? 'skipped' : 'assets'),
            ),
            createWriteStream(path),
          ),
      });
    },
    thumbnail,
    async picture(id) {
      const path = files.pathOf(store.get(id) ?? { path: null, copy: null });
      const picture = path === undefined ? undefined : await largePicture(path);
      return picture ?? (await thumbnail(id));
    },
    lookNow: () => uploader.lookNow(),
    settingsChanged() {
      uploader.pump();
      changed();
    },
    async close() {
      feed.close();
      await Promise.all([checker.close(), uploader.close()]);
      await log.close();
    },
  };
}

/** A row as the window gets it: without any path. */
function shown(row: ListedRow, leastSide: number): TrainingFile {
  const { likeName, hash, width, height, format, assetId, connectionName, uploadedAt } = row;
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    byteLength: row.sentLength ?? row.byteLength,
    state: row.state,
    marks: TRAINING_MARKS.filter((mark) => marksOf(row, leastSide).has(mark)),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(format === null ? {} : { format }),
    ...(likeName === undefined ? {} : { likeName }),
    ...(hash === null || width === null
      ? {}
      : { thumbnailUrl: trainingThumbnailUrl(row.id, hash.slice(0, 16)) }),
    ...(assetId === null ? {} : { assetId }),
    ...(connectionName === null ? {} : { connectionName }),
    ...(uploadedAt === null ? {} : { uploadedAt }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.convertedTo === null ? {} : { convertedTo: row.convertedTo }),
  };
}
