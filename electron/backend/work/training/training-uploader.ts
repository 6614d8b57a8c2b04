/**
 * Uploads apart from jobs, so that thousands of files don't delay paid calls. The row is on disk
 * before the last bytes are sent, and a file that may have arrived is never sent again
 * automatically.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { TRAINING_FILE_EXTENSIONS } from '../../../../shared/api/training-upload.ts';
import type { TrainingSummary } from '../../../../shared/contract/training.ts';
import {
  toAppError,
  type AppError,
  type AppErrorData,
} from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import { runInBackground } from '../../service/common/background.ts';
import { trainingParts } from '../../vision/imaging/sent/training-parts.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { NotSent, sendFile } from './send-file.ts';
import { fileNow, type TrainingFiles } from './training-files.ts';
import type { StoredTrainingFile, TrainingChange } from './training-rows.ts';
import type { TrainingStore } from './training-store.ts';
import {
  createSendBuffers,
  missingFile,
  sentLengthOf,
  type SendBuffers,
} from './unchanged-file.ts';
import { createUploadHold } from './upload-hold.ts';
import { createUploadQueue } from './upload-queue.ts';

/** ms; shorter in tests. */
export interface UploadWaits {
  /** Delay after a failure of the connection or service, doubled for consecutive ones. */
  readonly firstHold: number;
  /** Delays before retries after a broken connection. */
  readonly afterBreaks: readonly number[];
}

const UPLOAD_WAITS: UploadWaits = { firstHold: 1000, afterBreaks: [500, 2000] };

/** ms. */
const UPLOADER = {
  /** Time at shutdown for files whose last bytes were sent. */
  graceAtClose: 1200,
} as const;

/** Errors that affect every further file: the queue stops. */
const STOPPING: ReadonlySet<AppError['kind']> = new Set([
  'no-connection',
  'key-missing',
  'key-rejected',
  'keychain',
  'not-permitted',
  'no-credit',
  'not-the-service',
]);

const ACTIVE_STATES: ReadonlySet<string> = new Set(['waiting', 'sending', 'finishing']);

interface BusyFile {
  /** Bytes to send, or of the file until that is known. */
  byteLength: number;
  readonly controller: AbortController;
  readonly finished: Promise<void>;
  isFinishing: boolean;
  sentBytes: number;
}

export function createTrainingUploader(deps: {
  readonly store: TrainingStore;
  readonly files: TrainingFiles;
  readonly settings: SettingsStore;
  readonly connections: Pick<Connections, 'ready'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly waits?: UploadWaits | undefined;
  readonly onUnread: () => void;
  readonly flush: () => Promise<void>;
  readonly onChange: () => void;
  /** Called when the last queued file has ended. @param uploaded files since the first one */
  readonly onQuiet: (uploaded: number) => void;
}) {
  const { store, files, settings, waits = UPLOAD_WAITS } = deps;
  const busy = new Map<number, BusyFile>();
  const speed = createUploadSpeed();
  const spareBuffers: SendBuffers[] = [];
  const closing = new AbortController();
  const { record, forgetCopy } = createUploadRecords({ ...deps, closing: closing.signal });
  const queue = createUploadQueue({ settings, log: deps.log, onChange: deps.onChange });
  const hold = createUploadHold({
    firstHold: waits.firstHold,
    log: deps.log,
    onChange: deps.onChange,
    onReleased: pump,
    giveUp: queue.stop,
  });
  /** Files uploaded since the queue was last empty; `undefined` while it is. */
  let uploaded: number | undefined;

  function pump(): void {
    if (closing.signal.aborted || !queue.isRunning || hold.by !== undefined) return;
    const room = settings.get().trainingUploads - busy.size;
    if (room > 0) {
      const waiting = store.inState('waiting', busy.size + room).filter(({ id }) => !busy.has(id));
      for (const row of waiting.slice(0, room)) begin(row);
    }
    if (busy.size > 0) uploaded ??= 0;
    else if (uploaded !== undefined) {
      const number = uploaded;
      uploaded = undefined;
      deps.onQuiet(number);
    }
  }

  function begin(row: StoredTrainingFile): void {
    const controller = new AbortController();
    const byteLength = row.sentLength ?? row.byteLength;
    const finished = upload(row, controller.signal)
      .catch((thrown: unknown) => fail(row, thrown, controller.signal))
      .catch((error: unknown) => deps.log(`training: ${toAppError(error).message}`))
      .finally(() => {
        busy.delete(row.id);
        runInBackground('training', deps.log, () => {
          deps.onChange();
          pump();
        });
      });
    busy.set(row.id, { byteLength, controller, finished, isFinishing: false, sentBytes: 0 });
  }

  async function upload(row: StoredTrainingFile, signal: AbortSignal): Promise<void> {
    const { id, name, connectionId, sentLength, sentModifiedAt } = row;
    const extension = TRAINING_FILE_EXTENSIONS.find((known) => known === row.format);
    const path = files.pathOf(row);
    if (connectionId === null || extension === undefined || path === undefined) {
      throw missingFile(name, undefined);
    }
    const same = store.sameContent(row, connectionId);
    if (same !== undefined) {
      const assetId = same.state === 'done' ? same.assetId : null;
      store.update(id, { state: 'duplicate', isOrdered: false, likeId: same.id, assetId });
      return;
    }
    const now = await fileNow(path).catch((cause: unknown) => {
      throw missingFile(name, cause);
    });
    if (now.byteLength !== sentLength || now.modifiedAt !== sentModifiedAt) {
      store.update(id, { state: 'checking' }); // The content has changed: it is read again first.
      deps.onUnread();
      return;
    }
    const file = { path, name, ...now };
    const sent = await trainingParts(file, settings.get().trainingKeepsCameraData);
    const { client } = await deps.connections.ready(connectionId).catch((thrown: unknown) => {
      const error = toAppError(thrown);
      // A removed connection must not stop the queue of the others.
      throw error.kind === 'not-found' ? error : new NotSent('asking', error, false);
    });
    signal.throwIfAborted();
    if (isCancelled(store.get(id))) return; // Cancelled while waiting for the keychain or the disk.
    const active = busy.get(id);
    if (active !== undefined) active.byteLength = sentLengthOf({ parts: sent });
    store.note(id, { state: 'sending', error: null });
    deps.onChange();
    const buffers = spareBuffers.pop() ?? createSendBuffers();
    const assetId = await sendFile(
      client,
      { ...file, parts: sent, extension },
      {
        signal,
        breakWaits: waits.afterBreaks,
        buffers,
        async onFinishing(asset) {
          // After this commit a crash leaves the file unknown; before, it was not sent completely.
          store.note(id, { state: 'finishing', assetId: asset });
          if (active !== undefined) active.isFinishing = true;
          deps.onChange();
          await deps.flush();
        },
        onSent(bytes) {
          if (active === undefined) return;
          speed.add(bytes - active.sentBytes);
          active.sentBytes = bytes;
          if (bytes === 0) active.isFinishing = false;
          deps.onChange();
        },
      },
    ).finally(() => void spareBuffers.push(buffers));
    hold.succeeded();
    await record(id, {
      state: 'done',
      isOrdered: false,
      assetId,
      uploadedAt: Date.now(),
      error: null,
    });
    uploaded = (uploaded ?? 0) + 1;
    await forgetCopy(id);
  }

  async function fail(
    row: StoredTrainingFile,
    thrown: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const isClosing = closing.signal.aborted;
    const notSent = thrown instanceof NotSent ? thrown : undefined;
    const error = deps.cleanError(notSent?.error ?? thrown);
    if (isClosing) return; // The next start resumes the row.
    const { id } = row;
    if (isCancelled(store.get(id))) return;
    if (notSent?.mayHaveArrived === true) {
      await record(id, { state: 'unknown', isOrdered: false, error: mayHaveArrived(error) });
      return;
    }
    if (signal.aborted) {
      await record(id, { state: 'ready', isOrdered: false, assetId: null, error: null });
      return;
    }
    const isWithoutConnection = notSent?.stage === 'asking' && error.kind === 'not-found';
    if (STOPPING.has(error.kind) || isWithoutConnection) {
      await record(id, { state: 'waiting', assetId: null });
      queue.stop(error);
      return;
    }
    const isOfAll = notSent?.stage === 'asking' || error.details?.['request'] === 'not sent';
    const isOfComputer = error.kind === 'disk-full';
    if (error.kind === 'rate-limited' || isOfComputer || (isOfAll && isPassing(error))) {
      await record(id, { state: 'waiting', assetId: null });
      hold.begin(error);
      return;
    }
    deps.log(`training: a file failed: ${error.kind}`);
    await record(id, { state: 'failed', isOrdered: false, assetId: null, error: error.toData() });
  }

  return {
    pump,
    resume(): void {
      hold.succeeded();
      queue.setRunning(true);
      hold.release();
      pump();
    },
    pause: (): void => queue.setRunning(false),
    /** Completely sent files are not stopped. */
    stop(ids: Iterable<number>): void {
      for (const id of ids) {
        const active = busy.get(id);
        if (active !== undefined && !active.isFinishing) active.controller.abort();
      }
    },
    queue: (): TrainingSummary['queue'] => ({ ...queue.state(), ...hold.by }),
    active: (): TrainingSummary['active'] => progressOf(busy),
    bytesPerSecond: (): number => speed.bytesPerSecond(),
    /** Call when the network may be back: ends all delays. */
    pollNow: hold.release,
    async close(): Promise<void> {
      closing.abort();
      hold.close();
      const all = Promise.allSettled([...busy.values()].map(({ finished }) => finished));
      for (const { controller, isFinishing } of busy.values()) {
        if (!isFinishing) controller.abort();
      }
      const grace = sleep(UPLOADER.graceAtClose, undefined, { ref: false });
      await Promise.race([all, grace]);
      for (const { controller } of busy.values()) controller.abort();
      await all;
    },
  };
}

function isCancelled(row: StoredTrainingFile | undefined): boolean {
  return row === undefined || row.removalId !== null || !ACTIVE_STATES.has(row.state);
}

function progressOf(busy: ReadonlyMap<number, BusyFile>): TrainingSummary['active'] {
  return [...busy].map(([id, { byteLength, sentBytes }]) => ({
    id,
    byteLength,
    sentBytes: Math.min(sentBytes, byteLength),
  }));
}

/** Errors of the network or the whole service, which affect the next file too. */
function isPassing({ kind }: AppError): boolean {
  return kind === 'unreachable' || kind === 'service-failed';
}

function mayHaveArrived(error: AppError): AppErrorData {
  return {
    kind: 'outcome-unknown',
    message: 'The whole file was sent, but the storage did not confirm it. It may have arrived.',
    action: 'retry',
    details: { ...error.details, error: error.message },
  };
}

/** ms. */
const RECORDS = {
  /** Delay before recording is retried (full disk). */
  recordAgain: 1000,
} as const;

function createUploadRecords(deps: {
  readonly store: TrainingStore;
  readonly files: Pick<TrainingFiles, 'forget'>;
  readonly log: (line: string) => void;
  /** Aborted when Gesso closes: the next start resumes the row. */
  readonly closing: AbortSignal;
}) {
  const { store, files, closing } = deps;

  /** Retries, even if the disk is full for a while. */
  async function record(id: number, change: TrainingChange): Promise<void> {
    for (;;) {
      try {
        // After a power cut the row says `finishing`: it is not sent again, and its asset id is
        // kept.
        store.note(id, change);
        return;
      } catch (error) {
        deps.log(`training: an end cannot be recorded yet: ${toAppError(error).message}`);
      }
      await sleep(RECORDS.recordAgain, undefined, { signal: closing }).catch(() => undefined);
      if (closing.aborted) return;
    }
  }

  async function forgetCopy(id: number): Promise<void> {
    const row = store.get(id);
    if (row === undefined) return;
    store.shareAsset(row);
    if (row.copy === null) return;
    await files.forget(row.copy).then(
      () => store.note(id, { copy: null }),
      (error: unknown) => deps.log(`training: a copy stays: ${toAppError(error).message}`),
    );
  }

  return { record, forgetCopy };
}

/** Measured time, ms. */
const WINDOW = 5000;

/** @param now monotonic ms */
function createUploadSpeed(now: () => number = () => performance.now()) {
  let parts: { readonly at: number; readonly bytes: number }[] = [];
  const recent = () => {
    const from = now() - WINDOW;
    parts = parts.filter(({ at }) => at >= from);
    return parts;
  };
  return {
    add(bytes: number): void {
      if (bytes <= 0) return;
      const last = parts.at(-1);
      const at = now();
      // Merges many small writes.
      if (last !== undefined && at - last.at < 50) {
        parts[parts.length - 1] = { at: last.at, bytes: last.bytes + bytes };
      } else {
        recent().push({ at, bytes });
      }
    },
    bytesPerSecond(): number {
      const [first] = recent();
      if (first === undefined) return 0;
      const seconds = Math.max(1, (now() - first.at) / 1000);
      return parts.reduce((sum, { bytes }) => sum + bytes, 0) / seconds;
    },
  };
}
