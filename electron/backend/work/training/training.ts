import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import {
  type OfferedFile,
  type TrainingFile,
  type TrainingSummary,
  type TrainingView,
  type TrainingState,
} from '../../../../shared/contract/training.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { requireFileSize } from '../../../../shared/files/file-size.ts';
import { localDay } from '../../../../shared/files/local-day.ts';
import { trainingThumbnailUrl } from '../../../../shared/media.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import { createKeptPictures } from '../../library/kept-pictures.ts';
import type { CrashGuard } from '../../library/crash-guard.ts';
import { os } from '../../service/common/procedures.ts';
import { chosenFiles } from '../../service/common/chosen-files.ts';
import type { Changes } from '../../service/common/changes.ts';
import { largePicture, readTrainingFacts } from '../../vision/imaging/reading/training-facts.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { createTrainingChecker } from './training-checker.ts';
import type { TrainingFiles } from './training-files.ts';
import { addPaths, notAPicture, type Intake } from './training-intake.ts';
import { createLogFlusher } from '../../library/flush-log.ts';
import type { ListedRow, TrainingStore } from './training-store.ts';
import { createTrainingCounts } from './training-summary.ts';
import { assetIdsOf, csvOf, jsonOf } from './training-lists.ts';
import { createUploadOrders, ORDERABLE, type Changed } from './upload-orders.ts';
import { createTrainingUploader, type UploadWaits } from './training-uploader.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { CsvStyle } from '../../../../shared/export/csv.ts';

export type Training = ReturnType<typeof createTraining>;

export function createTraining(deps: {
  readonly store: TrainingStore;
  readonly files: TrainingFiles;
  readonly crashGuard: Pick<CrashGuard, 'guard' | 'forgive'>;
  readonly settings: SettingsStore;
  readonly connections: Pick<Connections, 'active' | 'ready'>;
  readonly ports: Pick<HostPorts, 'saveFile' | 'chooseTrainingFiles' | 'notify'>;
  readonly cleanError: CleanError;
  readonly changes: Pick<Changes, 'publish'>;
  readonly log: (line: string) => void;
  readonly waits?: UploadWaits | undefined;
}) {
  const { store, files, settings, connections, ports } = deps;
  const leastSide = () => settings.get().trainingLeastSide;
  const countAll = createTrainingCounts(store, leastSide);
  let publishedRevision = store.revision;
  store.purge();
  store.failUnfinished({
    kind: 'outcome-unknown',
    message: 'Gesso ended before the storage confirmed this file. It may have arrived.',
    action: 'retry',
  });
  const log = createLogFlusher(store.database);
  const uploader = createTrainingUploader({
    ...deps,
    flush: () => log.flush(),
    onChange: changed,
    onUnread: () => checker.pump(),
    onQuiet: tellEnd,
  });
  const checker = createTrainingChecker({
    ...deps,
    connectionId: () => activeConnection()?.id,
    onChange: changed,
    onWaiting: () => uploader.pump(),
  });
  const orderUpload = createUploadOrders({
    store,
    connections,
    onOrdered: () => uploader.resume(),
    onUnread: () => checker.pump(),
    onChange: changed,
  });
  checker.pump();
  uploader.pump();

  function activeConnection(): { readonly id: string; readonly name: string } | undefined {
    try {
      return connections.active();
    } catch {
      return undefined; // None is active; an upload reports that.
    }
  }

  /** Upload progress changes the summary alone. */
  function changed(): void {
    deps.changes.publish('training-summary');
    if (store.revision === publishedRevision) return;
    publishedRevision = store.revision;
    deps.changes.publish('training-files');
  }

  function summary(): TrainingSummary {
    return {
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

  function simple(change: () => number): Changed {
    const count = change();
    changed();
    checker.pump();
    uploader.pump();
    return { changed: count };
  }

  function add(paths: readonly string[]): Promise<Intake> {
    const added = () => {
      changed();
      checker.pump();
    };
    return addPaths(store, paths, added, deps.log);
  }

  const procedures = {
    summary: os.training.summary.handler(summary),
    list: os.training.list.handler(({ input: { view, offset, limit } }) => ({
      rows: store.page(view, offset, limit).map(shown),
      total: store.count(view),
    })),
    ids: os.training.ids.handler(({ input: { view, offset, limit } }) =>
      store.ids(view, offset, limit),
    ),
    choose: os.training.choose.handler(async ({ input }) =>
      add(await chosenFiles(ports, input.what)),
    ),
    missing: os.training.missing.handler(({ input: { files: offered } }) =>
      offered.flatMap((file, index) => (store.known(file) ? [] : [index])),
    ),
    skip: os.training.skip.handler(({ input: { files: offered } }) =>
      simple(() => {
        const unknown = offered.filter((file) => !store.known(file));
        store.add(unknown.map((file) => ({ ...file, ...notAPicture(file.name) })));
        return unknown.length;
      }),
    ),
    upload: os.training.upload.handler(({ input }) => orderUpload(input.selection, ORDERABLE)),
    retryFailed: os.training.retryFailed.handler(({ input }) =>
      orderUpload(input.selection, ['failed']),
    ),
    pause: os.training.pause.handler(() => uploader.pause()),
    resume: os.training.resume.handler(() => uploader.resume()),
    cancel: os.training.cancel.handler(({ input: { selection } }) =>
      simple(() => {
        const sending = [...store.each(selection)].filter(({ state }) => state === 'sending');
        const count = store.updateAll(selection, ['waiting'], { state: 'ready', isOrdered: false });
        uploader.stop(sending.map(({ id }) => id));
        return count + sending.length;
      }),
    ),
    keepAsset: os.training.keepAsset.handler(({ input: { selection } }) =>
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
    ),
    convert: os.training.convert.handler(({ input: { selection, isFlattened } }) =>
      simple(() =>
        store.updateAll(selection, ['convertible', 'ready', 'duplicate'], {
          state: 'checking',
          conversion: isFlattened ? 'flatten' : 'keep',
          likeId: null,
        }),
      ),
    ),
    remove: os.training.remove.handler(({ input: { selection } }) => {
      const outcome = store.remove(selection);
      changed();
      checker.pump();
      return outcome;
    }),
    restore: os.training.restore.handler(({ input }) =>
      simple(() => store.restore(input.removalId)),
    ),
    restoreRows: os.training.restoreRows.handler(({ input }) =>
      simple(() => store.restoreRows(input.selection)),
    ),
    assetIds: os.training.assetIds.handler(({ input }) => assetIdsOf(store.each(input.selection))),
    save: os.training.save.handler(({ input: { what } }) =>
      saveList(store, ports, what, settings.get().csvStyle),
    ),
  };

  return {
    procedures,
    async take(file: OfferedFile, bytes: AsyncIterable<Uint8Array>) {
      requireFileSize(file.name, file.byteLength);
      const { copy, hash, byteLength } = await files.keep(bytes);
      const [id = 0] = store.add([{ ...file, byteLength, copy, hash }]);
      changed();
      checker.pump();
      return { id };
    },
    addPaths: add,
    ...createPictures(store, files),
    /** Call when the network is back: ends all delays. */
    pollNow: () => uploader.pollNow(),
    settingsChanged() {
      uploader.pump();
      changed();
    },
    async close() {
      await Promise.all([checker.close(), uploader.close()]);
      await log.close();
    },
  };
}

function createPictures(store: TrainingStore, files: TrainingFiles) {
  const kept = createKeptPictures('This picture');

  async function thumbnail(id: number): Promise<Uint8Array> {
    const row = store.get(id);
    const hash = row?.hash;
    if (row === undefined || hash === null || hash === undefined) {
      throw notFound('This file is not in the list.');
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
    /** A WebP. @throws AppError `not-found`, `storage` */
    thumbnail,
    /** A larger WebP for viewing; the thumbnail if the file is gone. */
    async picture(id: number): Promise<Uint8Array> {
      const path = files.pathOf(store.get(id) ?? { path: null, copy: null });
      const picture = path === undefined ? undefined : await largePicture(path);
      return picture ?? (await thumbnail(id));
    },
  };
}

/** Removes paths for the window. */
function shown(row: ListedRow): TrainingFile {
  const { likeName, hash, width, height, format, assetId, connectionName, uploadedAt } = row;
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    byteLength: row.sentLength ?? row.byteLength,
    state: row.state,
    marks: row.shownMarks,
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

const WHOLE_LIST: TrainingView = { filter: 'all', search: '', sort: 'added' };

/** @throws AppError if the file cannot be written */
async function saveList(
  store: TrainingStore,
  ports: Pick<HostPorts, 'saveFile'>,
  what: 'assets-csv' | 'assets-json' | 'skipped-csv',
  style: CsvStyle,
): Promise<SaveOutcome> {
  const isSkipped = what === 'skipped-csv';
  const states: readonly TrainingState[] = isSkipped
    ? ['skipped', 'duplicate', 'convertible', 'failed', 'unknown']
    : ['done', 'duplicate'];
  function* rows(): Generator<ListedRow, void, void> {
    for (const row of store.each({ view: WHOLE_LIST })) {
      const isWanted = states.includes(row.state) && (isSkipped || row.assetId !== null);
      if (isWanted) yield row;
    }
  }
  const day = localDay(Date.now());
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
