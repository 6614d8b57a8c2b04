/** Two at a time, so that pictures for paid calls never wait behind thousands of files. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TRAINING_FILE_EXTENSIONS } from '../../../../shared/api/training-upload.ts';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { runInBackground } from '../../service/common/background.ts';
import { requireFileSize } from '../../../../shared/files/file-size.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import { stoppedFile, type CrashGuard } from '../../library/crash-guard.ts';
import {
  convertForTraining,
  readTrainingFacts,
  HASH_BITS,
} from '../../vision/imaging/reading/training-facts.ts';
import { bareFile } from '../../vision/imaging/sent/bare-file.ts';
import { createHashBuffer, fileNow, measureFile, type TrainingFiles } from './training-files.ts';
import { MARK_BITS, type TrainingChange, type StoredTrainingFile } from './training-rows.ts';
import type { TrainingStore } from './training-store.ts';
import { missingFile } from './unchanged-file.ts';

const NEAR = {
  /** Differing bits of 128: another size or quality changes a few, another picture about half. */
  mostDifferent: 10,
  /** Colour difference of a quadrant, of 255. */
  mostColour: 24,
  /** A hash with fewer or more set bits is flat (a single colour, a gradient) and is ignored. */
  leastSet: 12,
} as const;

/** 32 bits each. */
const WORDS = HASH_BITS / 32;

interface KnownPicture {
  readonly id: number;
  readonly words: Int32Array;
  readonly colours: Uint8Array;
}

function createNearDuplicates() {
  const known: KnownPicture[] = [];
  return {
    /** Adds a picture without a search for its duplicates. */
    know(id: number, hash: Uint8Array): void {
      const picture = pictureOf(id, hash);
      if (!isFlat(picture)) known.push(picture);
    },
    /** Returns the earliest similar picture. @param counts whether an earlier one still exists */
    add(
      id: number,
      hash: Uint8Array,
      counts: (id: number) => boolean = () => true,
    ): number | undefined {
      const picture = pictureOf(id, hash);
      if (isFlat(picture)) return undefined;
      const found = known.find(
        (other) => other.id !== id && isNear(picture, other) && counts(other.id),
      );
      known.push(picture);
      return found?.id;
    },
  };
}

function pictureOf(id: number, hash: Uint8Array): KnownPicture {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  const words = Int32Array.from({ length: WORDS }, (_, index) => view.getInt32(index * 4, true));
  return { id, words, colours: hash.slice(WORDS * 4) };
}

function isNear(a: KnownPicture, b: KnownPicture): boolean {
  let different = 0;
  for (let index = 0; index < WORDS; index++) {
    different += bitsIn((a.words[index] ?? 0) ^ (b.words[index] ?? 0));
    if (different > NEAR.mostDifferent) return false;
  }
  return a.colours.every(
    (value, index) => Math.abs(value - (b.colours[index] ?? 0)) <= NEAR.mostColour,
  );
}

function isFlat({ words }: KnownPicture): boolean {
  const set = words.reduce((sum, word) => sum + bitsIn(word), 0);
  return set < NEAR.leastSet || set > HASH_BITS - NEAR.leastSet;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const ADD_AGAIN = 'Remove it from the list and add it again';

const AT_ONCE = 2;

/** Delay before a file whose outcome could not be recorded is checked again, ms. */
const AGAIN = 1000;

export function createTrainingChecker(deps: {
  readonly store: TrainingStore;
  readonly files: TrainingFiles;
  /** Active connection, for detecting known content. */
  readonly connectionId: () => string | undefined;
  readonly crashGuard: Pick<CrashGuard, 'guard' | 'forgive'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly onChange: () => void;
  readonly onWaiting: () => void;
}) {
  const { store, files } = deps;
  const near = createNearDuplicates();
  for (const { id, perceptualHash } of store.perceptualHashes()) near.know(id, perceptualHash);
  const busy = new Map<number, Promise<void>>();
  const closing = new AbortController();
  const spareBuffers: Buffer[] = [];

  async function hashOf(path: string): Promise<string> {
    const buffer = spareBuffers.pop() ?? createHashBuffer();
    try {
      return (await measureFile(path, closing.signal, buffer)).hash;
    } finally {
      spareBuffers.push(buffer);
    }
  }

  const isListed = (id: number) => store.get(id)?.removalId === null;

  function pump(): void {
    if (closing.signal.aborted) return;
    const room = AT_ONCE - busy.size;
    if (room <= 0) return;
    const rows = store.inState('checking', AT_ONCE + room).filter(({ id }) => !busy.has(id));
    for (const row of rows.slice(0, room)) {
      // Crash note by row: a file that is added again is a new row, and is tried again.
      const key = `training-${row.id}`;
      const finished = deps.crashGuard
        .guard(
          key,
          () => stoppedFile(row.name, ADD_AGAIN),
          () => check(row),
        )
        .catch((thrown: unknown) => skip(row, thrown))
        // From now on the row records it.
        .then(() => deps.crashGuard.forgive(key))
        .catch(async (thrown: unknown) => {
          deps.log(`training: a file is not checked yet: ${toAppError(thrown).message}`);
          // The row still says `checking`: without a delay it would be read again immediately,
          // forever.
          await sleep(AGAIN, undefined, { signal: closing.signal }).catch(() => undefined);
        })
        .finally(() => {
          busy.delete(row.id);
          runInBackground('training', deps.log, () => {
            deps.onChange();
            pump();
          });
        });
      busy.set(row.id, finished);
    }
  }

  async function check(added: StoredTrainingFile): Promise<void> {
    const row = added.conversion === null ? added : await convert(added);
    const path = files.pathOf(row);
    if (path === undefined) throw missingFile(row.name, undefined);
    const now = await fileNow(path).catch((cause: unknown) => {
      throw missingFile(row.name, cause);
    });
    if (now.byteLength === 0) throw emptyFile(row.name);
    requireFileSize(row.name, now.byteLength);
    const before =
      row.copy === null ? store.readBefore(path, now.byteLength, now.modifiedAt) : undefined;
    const found = before === undefined ? await read(row, path) : factsOfRow(before);
    const isSendable = TRAINING_FILE_EXTENSIONS.some((known) => known === found.format);
    const change: TrainingChange = {
      ...found,
      sentLength: now.byteLength,
      sentModifiedAt: now.modifiedAt,
      error: null,
    };
    const same = isSendable
      ? store.sameContent(
          { ...row, hash: found.hash ?? null },
          deps.connectionId(),
          Number.MAX_SAFE_INTEGER, // A later one may have been read first.
        )
      : undefined;
    const like =
      found.perceptualHash instanceof Uint8Array
        ? near.add(row.id, found.perceptualHash, isListed)
        : undefined;
    if (closing.signal.aborted) return;
    if (same !== undefined && !(same.state === 'ready' && same.id > row.id)) {
      store.note(row.id, {
        ...change,
        state: 'duplicate',
        isOrdered: false,
        likeId: same.id,
        assetId: same.state === 'done' ? same.assetId : null,
      });
      return;
    }
    const state = !isSendable ? 'convertible' : row.isOrdered ? 'waiting' : 'ready';
    store.note(row.id, { ...change, state, likeId: like ?? null });
    if (same !== undefined) store.note(same.id, { state: 'duplicate', likeId: row.id });
    if (state === 'waiting') deps.onWaiting();
  }

  async function read(row: StoredTrainingFile, path: string): Promise<TrainingChange> {
    // An upload was hashed on its way in.
    const hash =
      row.copy !== null && row.hash !== null && row.conversion === null
        ? row.hash
        : await hashOf(path);
    const facts = await readTrainingFacts(path, row.name);
    await files.saveThumbnail(hash, facts.thumbnail);
    const marks =
      (facts.isRotated ? MARK_BITS.rotated : 0) |
      (facts.isTransparent ? MARK_BITS.alpha : 0) |
      (facts.isCmyk ? MARK_BITS.cmyk : 0) |
      (facts.depth === 16 ? MARK_BITS.deep : 0) |
      (facts.pages > 1 ? MARK_BITS.animated : 0) |
      ((await bareFile(path, 'look'))?.leavesOut === true ? MARK_BITS.camera : 0);
    const { format, width, height, perceptualHash } = facts;
    return {
      hash,
      format: format === 'heif' ? 'avif' : format,
      width,
      height,
      marks,
      perceptualHash,
    };
  }

  /** The user's own file stays unchanged. */
  async function convert(row: StoredTrainingFile): Promise<StoredTrainingFile> {
    const path = files.pathOf(row);
    if (path === undefined) throw missingFile(row.name, undefined);
    const { copy, path: target } = files.newCopy();
    try {
      const isFlattened = row.conversion === 'flatten';
      const convertedTo = await convertForTraining({ path, name: row.name, isFlattened }, target);
      await files.adopt(copy);
      const hash = await hashOf(target);
      const change = { copy, hash, convertedTo, conversion: null } as const;
      store.update(row.id, change);
      if (row.copy !== null) await files.forget(row.copy);
      return { ...row, ...change };
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  }

  function skip(row: StoredTrainingFile, thrown: unknown): void {
    if (closing.signal.aborted) return;
    const error = deps.cleanError(thrown);
    const isOfFile = ['unsupported-file', 'damaged-file', 'too-large'].includes(error.kind);
    store.update(row.id, {
      state: isOfFile ? 'skipped' : 'failed',
      isOrdered: false,
      conversion: null,
      error: error.toData(),
    });
  }

  return {
    pump,
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(busy.values());
    },
  };
}

/** Facts of a file that was read before: same path, length and time. */
function factsOfRow(row: StoredTrainingFile): TrainingChange {
  const { hash, format, width, height, marks, perceptualHash } = row;
  return { hash, format, width, height, marks, perceptualHash };
}

function emptyFile(name: string): AppError {
  return new AppError('unsupported-file', `“${name}” is empty (0 bytes).`, {
    action: 'choose-other-file',
  });
}
