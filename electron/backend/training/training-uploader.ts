/**
 * The queue of training files: beside the jobs, with a number of uploads of its own, so that thousands of
 * files neither wait before a paid call nor fill Tasks. It keeps the jobs' rules: the row is on disk
 * before the last bytes leave, and a file that may have arrived is not sent again by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { TRAINING_FILE_EXTENSIONS } from '../../../shared/api/training-upload.ts';
import type { TrainingSummary } from '../../../shared/contract/training.ts';
import { toAppError, type AppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import type { CleanError } from '../common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import { keepTrying, unawaited } from '../common/unawaited.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { NotSent, sendFile } from './send-file.ts';
import { fileNow, type TrainingFiles } from './training-files.ts';
import type { TrainingChange, TrainingRow } from './training-rows.ts';
import type { TrainingStore } from './training-store.ts';
import { createSendBuffers, missingFile, type SendBuffers } from './unchanged-file.ts';
import { createUploadSpeed } from './upload-speed.ts';

/** Waits of the queue, ms; tests bring shorter ones. */
export interface UploadWaits {
  /** After a failure of the connection or the service, doubled for each further one in a row. */
  readonly firstHold: number;
  /** Before a file is sent again after a break in the middle, one after the other. */
  readonly afterBreaks: readonly number[];
}

export const UPLOAD_WAITS: UploadWaits = { firstHold: 1000, afterBreaks: [500, 2000] };

/** Numbers of this module, ms. */
const UPLOADER = {
  longestHold: 60_000,
  /** Failures of the service itself in a row, after which the user decides. */
  mostFailures: 5,
  /** Wait after 429 without `Retry-After`. */
  usualLimit: 6000,
  longestLimit: 10 * 60_000,
  /** Wait before the end of an upload that could not be recorded (a full disk) is tried again. */
  recordAgain: 1000,
  /** At the end, for files whose last bytes have left. */
  graceAtClose: 1200,
} as const;

/** Errors that every further file would meet: the queue stops and says so. */
const STOPPING: ReadonlySet<AppError['kind']> = new Set([
  'no-connection',
  'key-missing',
  'key-rejected',
  'keychain',
  'not-permitted',
  'no-credit',
  'not-the-service',
]);

/** The name of the queue's state among the internal settings. */
const SETTING = 'training-queue';

/** See the file comment. */
export interface TrainingUploader {
  /** Starts as many waiting files as there is room for. */
  pump(): void;
  resume(): void;
  pause(): void;
  /** Breaks off files on their way, but not those that are all out. */
  stop(ids: Iterable<number>): void;
  queue(): TrainingSummary['queue'];
  active(): TrainingSummary['active'];
  bytesPerSecond(): number;
  /** The network may be back: nothing is held any longer. */
  lookNow(): void;
  close(): Promise<void>;
}

interface BusyFile {
  readonly byteLength: number;
  readonly controller: AbortController;
  readonly finished: Promise<void>;
  isFinishing: boolean;
  sentBytes: number;
}

export function createTrainingUploader(parts: {
  readonly store: TrainingStore;
  readonly files: TrainingFiles;
  readonly settings: SettingsStore;
  readonly connections: Pick<Connections, 'ready'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly waits?: UploadWaits | undefined;
  /** A file has to be read again before it can be sent. */
  readonly onUnread: () => void;
  /** Resolves when everything that was noted is on the disk. */
  readonly flush: () => Promise<void>;
  /** Called after every change that a window may want to show. */
  readonly onChange: () => void;
  /** The last ordered file has ended. @param uploaded files since the first one */
  readonly onQuiet: (uploaded: number) => void;
}): TrainingUploader {
  const { store, files, settings, waits = UPLOAD_WAITS } = parts;
  const busy = new Map<number, BusyFile>();
  const speed = createUploadSpeed();
  /** Memory of uploads that are over, for the next ones. */
  const spareBuffers: SendBuffers[] = [];
  const closing = new AbortController();
  let { isRunning, pausedBy } = readQueue(settings);
  let hold:
    | { readonly until: number; readonly error: AppErrorData; timer: NodeJS.Timeout }
    | undefined;
  let failures = 0;
  /** Files uploaded since the queue was last empty; `undefined` while it is. */
  let uploaded: number | undefined;

  function setRunning(next: boolean, error?: AppErrorData): void {
    isRunning = next;
    pausedBy = error;
    parts.onChange();
    save();
  }

  function save(): void {
    settings.setInternal(SETTING, JSON.stringify({ isRunning, pausedBy }));
  }

  /** By itself: nobody is there to hear that it could not be written down. */
  function stopQueue(error: AppError): void {
    const data = error.toData();
    isRunning = false;
    pausedBy = data;
    parts.onChange();
    keepTrying('training: the queue', parts.log, () => {
      if (pausedBy === data) save();
    });
  }

  function pump(): void {
    if (closing.signal.aborted || !isRunning || hold !== undefined) return;
    const room = settings.get().trainingUploads - busy.size;
    if (room > 0) {
      const waiting = store.inState('waiting', busy.size + room).filter(({ id }) => !busy.has(id));
      for (const row of waiting.slice(0, room)) begin(row);
    }
    if (busy.size > 0) uploaded ??= 0;
    else if (uploaded !== undefined) {
      const number = uploaded;
      uploaded = undefined;
      parts.onQuiet(number);
    }
  }

  function begin(row: TrainingRow): void {
    const controller = new AbortController();
    const byteLength = row.sentLength ?? row.byteLength;
    const finished = upload(row, controller.signal)
      .catch((thrown: unknown) => settle(row, thrown, controller.signal))
      .catch((error: unknown) => parts.log(`training: ${toAppError(error).message}`))
      .finally(() => {
        busy.delete(row.id);
        unawaited('training', parts.log, () => {
          parts.onChange();
          pump();
        });
      });
    busy.set(row.id, { byteLength, controller, finished, isFinishing: false, sentBytes: 0 });
  }

  async function upload(row: TrainingRow, signal: AbortSignal): Promise<void> {
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
      store.update(id, { state: 'checking' }); // another content by now: it is read again first
      parts.onUnread();
      return;
    }
    const { client } = await parts.connections.ready(connectionId).catch((error: unknown) => {
      throw new NotSent('asking', toAppError(error), false);
    });
    signal.throwIfAborted();
    store.note(id, { state: 'sending', error: null });
    parts.onChange();
    const buffers = spareBuffers.pop() ?? createSendBuffers();
    const assetId = await sendFile(
      client,
      { path, name, byteLength: now.byteLength, modifiedAt: now.modifiedAt, extension },
      {
        signal,
        breakWaits: waits.afterBreaks,
        buffers,
        async onFinishing(asset) {
          // once this is on disk, a kill leaves the file unknown; before, nothing complete is out
          store.note(id, { state: 'finishing', assetId: asset });
          const active = busy.get(id);
          if (active !== undefined) active.isFinishing = true;
          parts.onChange();
          await parts.flush();
        },
        onSent(bytes) {
          const active = busy.get(id);
          if (active === undefined) return;
          speed.add(bytes - active.sentBytes);
          active.sentBytes = bytes;
          if (bytes === 0) active.isFinishing = false;
          parts.onChange();
        },
      },
    ).finally(() => void spareBuffers.push(buffers));
    failures = 0;
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

  /** An uploaded copy is not needed any more; one that cannot be removed goes at the next start. */
  async function forgetCopy(id: number): Promise<void> {
    const row = store.get(id);
    if (row === undefined) return;
    store.shareAsset(row);
    if (row.copy === null) return;
    await files.forget(row.copy).then(
      () => store.note(id, { copy: null }),
      (error: unknown) => parts.log(`training: a copy stays: ${toAppError(error).message}`),
    );
  }

  async function settle(row: TrainingRow, thrown: unknown, signal: AbortSignal): Promise<void> {
    const isClosing = closing.signal.aborted;
    const notSent = thrown instanceof NotSent ? thrown : undefined;
    const error = parts.cleanError(notSent?.error ?? thrown);
    if (isClosing) return; // the next start takes the row up as it is
    const { id } = row;
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
      stopQueue(error);
      return;
    }
    const isOfAll = notSent?.stage === 'asking' || error.details?.['request'] === 'not sent';
    const isOfComputer = error.kind === 'disk-full';
    if (error.kind === 'rate-limited' || isOfComputer || (isOfAll && isPassing(error))) {
      await record(id, { state: 'waiting', assetId: null });
      holdAll(error);
      return;
    }
    parts.log(`training: a file failed: ${error.kind}`);
    await record(id, { state: 'failed', isOrdered: false, assetId: null, error: error.toData() });
  }

  /** Nothing leaves for a while; a service that fails again and again is left to the user. */
  function holdAll(error: AppError): void {
    if (hold !== undefined) return;
    failures += 1;
    if (error.kind === 'service-failed' && failures >= UPLOADER.mostFailures) {
      failures = 0;
      stopQueue(error);
      return;
    }
    const asked = Number(error.details?.['retryAfterSeconds'] ?? Number.NaN) * 1000;
    const limit = Number.isFinite(asked) ? asked : UPLOADER.usualLimit;
    const own = Math.min(UPLOADER.longestHold, waits.firstHold * 2 ** (failures - 1));
    const wait =
      error.kind === 'rate-limited'
        ? Math.min(UPLOADER.longestLimit, Math.max(waits.firstHold, limit))
        : own;
    const timer = setTimeout(() => unawaited('training', parts.log, release), wait);
    // of a clock that nobody sets: a wrong hour neither hurries nor holds anything
    hold = { until: performance.now() + wait, error: error.toData(), timer };
    parts.onChange();
  }

  function release(): void {
    if (hold === undefined) return;
    clearTimeout(hold.timer);
    hold = undefined;
    parts.onChange();
    pump();
  }

  /** The end of an upload must get into its row, even if the disk is full for a while. */
  async function record(id: number, change: TrainingChange): Promise<void> {
    for (;;) {
      try {
        // after a power cut the row says `finishing`: not sent again, its asset id kept
        store.note(id, change);
        return;
      } catch (error) {
        parts.log(`training: an end cannot be recorded yet: ${toAppError(error).message}`);
      }
      await sleep(UPLOADER.recordAgain, undefined, { signal: closing.signal }).catch(
        () => undefined,
      );
      if (closing.signal.aborted) return;
    }
  }

  return {
    pump,
    resume() {
      failures = 0;
      setRunning(true);
      release();
      pump();
    },
    pause: () => setRunning(false),
    stop(ids) {
      for (const id of ids) {
        const active = busy.get(id);
        if (active !== undefined && !active.isFinishing) active.controller.abort();
      }
    },
    queue: () => ({
      isRunning,
      ...(pausedBy === undefined ? {} : { pausedBy }),
      ...(hold === undefined
        ? {}
        : {
            heldBy: hold.error,
            heldForMilliseconds: Math.max(0, Math.round(hold.until - performance.now())),
          }),
    }),
    active: () =>
      [...busy].map(([id, { byteLength, sentBytes }]) => ({
        id,
        byteLength,
        sentBytes: Math.min(sentBytes, byteLength),
      })),
    bytesPerSecond: () => speed.bytesPerSecond(),
    lookNow: release,
    async close() {
      closing.abort();
      clearTimeout(hold?.timer);
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

/** The network, or the service as a whole: the next file would meet it, too. */
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

function readQueue(settings: SettingsStore): {
  readonly isRunning: boolean;
  readonly pausedBy: AppErrorData | undefined;
} {
  const text = settings.getInternal(SETTING);
  if (text === undefined) return { isRunning: false, pausedBy: undefined };
  const stored = JSON.parse(text) as { isRunning?: boolean; pausedBy?: AppErrorData };
  return { isRunning: stored.isRunning === true, pausedBy: stored.pausedBy };
}
