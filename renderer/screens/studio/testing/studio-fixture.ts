/** A studio for tests: a real session with a canvas that draws nothing and a scripted backend. */
import { onTestFinished } from 'vitest';
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { isFinalJobState, type Job, type JobSubject } from '../../../../shared/contract/jobs.ts';
import type { Patch, Photo } from '../../../../shared/contract/photos.ts';
import {
  DEFAULT_SCREEN_STATE,
  screenStateSchema,
  type ScreenState,
} from '../../../../shared/contract/screen-state.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/contract/settings.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { MaskHistory } from '../../../../shared/mask/mask-history.ts';
import { createMaskWriter } from '../../../../shared/mask/mask-rows.ts';
import { encodeMaskTiles, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { jobMaskUrl, photoMaskUrl } from '../../../../shared/media.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { createStudioStore, type StudioStore } from '../model/studio-store.ts';
import type { SessionMedia } from '../session/session-deps.ts';
import { createStudioSession, type StudioSession } from '../session/studio-session.ts';
import { stripPhoto } from './strip-photo.ts';
import { createCanvasWithoutScreen, type CanvasWithoutScreen } from './canvas-without-screen.ts';
import {
  createScriptedBackend,
  joinScripts,
  type RecordedCall,
  type Script,
} from './scripted-backend.ts';

/** Pixels of every photo. */
export const PHOTO_SIZE = { width: 600, height: 400 } as const;
/** The region of a job unless a test says otherwise. */
const PART: Rect = { x: 0, y: 0, width: 200, height: 200 };
export const LEFT: Rect = { x: 20, y: 20, width: 40, height: 30 };
export const RIGHT: Rect = { x: 500, y: 300, width: 50, height: 20 };

const NO_HISTORY: MaskHistory = { keepUntil: 0, doneUntil: 0, steps: [] };

export interface StudioFixture {
  readonly canvas: CanvasWithoutScreen;
  /** The media handler, whose answers may be replaced. */
  readonly media: SessionMedia;
  readonly session: StudioSession;
  readonly store: StudioStore;
  /** Calls to the backend, in order; requests to the media handler as `media.…`. */
  readonly calls: RecordedCall[];
  readonly said: readonly string[];
  /** The results on the photo, as the backend has them; may be changed. */
  patches: readonly Patch[];
  /** Names of files that are no pictures. */
  readonly damaged: Set<string>;
  readonly masks: Map<string, readonly PackedMaskTile[]>;
  readonly histories: Map<string, MaskHistory>;
  settings: Settings;
  screenState: ScreenState;
  /** Inputs of all calls of one procedure. */
  inputsOf(path: string): readonly unknown[];
  /** What the steps of the history are called. */
  labels(): readonly string[];
  /** Sends a job to the window, and its end if it has just ended. */
  tell(job: Job): void;
  /** The line to the backend was lost and is back. */
  reconnect(): void;
  /** Opens a photo, and waits until it can be worked on. */
  open(photoId?: string): Promise<void>;
}

/**
 * Creates a studio that is destroyed after the test.
 * @param script adds to or replaces the answers that opening a photo needs
 * @param soon runs what waits until a drawing is on the screen
 */
export function createStudioFixture(
  script: Script = {},
  soon: (task: () => void) => void = (task) => task(),
): StudioFixture {
  const canvas = createCanvasWithoutScreen();
  const store = createStudioStore();
  const calls: RecordedCall[] = [];
  const said: string[] = [];
  const jobs = new Map<string, Job>();
  const listeners = new Set<(job: Job) => void>();
  const reconnected = new EventTarget();
  const nothing = () => undefined;

  const usual: Script = {
    photos: {
      open: ({ photoId }) => photo(photoId, fixture.patches),
      get: ({ photoId }) => photo(photoId, fixture.patches),
      list: ({ photoIds }) => photoIds.map((id) => stripPhoto(id)),
      resultOf: ({ jobId }) => ({
        patch: fixture.patches.find((each) => each.jobId === jobId),
        hiddenCount: fixture.patches.filter(({ state }) => state === 'hidden').length,
      }),
      verify: ({ photoId }) => photo(photoId),
    },
    settings: {
      get: () => fixture.settings,
      update: (change) =>
        (fixture.settings = { ...fixture.settings, ...definedOf<Settings>(change) }),
    },
    screenState: {
      get: () => fixture.screenState,
      update(change) {
        const parsed = screenStateSchema.partial().parse(change);
        fixture.screenState = { ...fixture.screenState, ...definedOf<ScreenState>(parsed) };
        return fixture.screenState;
      },
    },
    jobs: { list: () => [...jobs.values()], acknowledge: nothing, cancel: nothing },
    removeText: { boxes: () => [], saveBoxes: nothing, plan: noCalls },
    selection: { warm: nothing, release: nothing },
    cleanup: { plan: noCalls, edge: async () => null },
  };
  const media: SessionMedia = {
    async importPicture(file) {
      calls.push({ path: 'media.importPicture', input: file.name });
      if (fixture.damaged.has(file.name)) {
        throw new AppError('damaged-file', `“${file.name}” is damaged.`);
      }
      return photo(file.name);
    },
    async hasSameBytes() {
      return true;
    },
    async loadBytes(url) {
      calls.push({ path: 'media.loadBytes', input: url });
      return new Uint8Array();
    },
    async loadMask(url) {
      calls.push({ path: 'media.loadMask', input: url });
      return fixture.masks.get(url) ?? [];
    },
    async loadMaskHistory(photoId) {
      return fixture.histories.get(photoId) ?? NO_HISTORY;
    },
    async readMaskFile(file) {
      return file;
    },
    async saveMask(url, tiles) {
      calls.push({ path: 'media.saveMask', input: { url, tiles } });
    },
  };
  const session = createStudioSession({
    core: canvas.core,
    backend: createScriptedBackend(joinScripts(usual, script), calls),
    media,
    jobs: {
      all: () => jobs,
      onFinished(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    onReconnected(listener) {
      reconnected.addEventListener('open', listener);
      return () => reconnected.removeEventListener('open', listener);
    },
    store,
    say: (message) => said.push(message),
    sayUndo: (message) => said.push(message),
    soon,
  });

  const fixture: StudioFixture = {
    media,
    canvas,
    session,
    store,
    calls,
    said,
    patches: [],
    damaged: new Set(),
    masks: new Map(),
    histories: new Map(),
    settings: DEFAULT_SETTINGS,
    screenState: DEFAULT_SCREEN_STATE,
    inputsOf: (path) => calls.filter((call) => call.path === path).map(({ input }) => input),
    labels: () => session.core.history.done.map(({ label }) => label),
    tell(job) {
      jobs.set(job.id, job);
      if (!isFinalJobState(job.state)) return;
      for (const listener of listeners) listener(job);
    },
    reconnect: () => reconnected.dispatchEvent(new Event('open')),
    open: (photoId = 'photo') => session.photos.open(photoId),
  };
  onTestFinished(() => session.destroy());
  return fixture;
}

/** Creates a studio whose photo is open. */
export async function openStudio(
  ...parameters: Parameters<typeof createStudioFixture>
): Promise<StudioFixture> {
  const studio = createStudioFixture(...parameters);
  await studio.open();
  return studio;
}

/** A photo of {@link PHOTO_SIZE}. */
export function photo(id: string, patches: readonly Patch[] = []): Photo {
  return {
    id,
    name: `${id}.png`,
    ...PHOTO_SIZE,
    byteLength: 1000,
    format: 'png',
    openedAt: 1,
    thumbnailUrl: `/thumbnails/${id}`,
    url: `/files/${id}`,
    maskUrl: photoMaskUrl(id),
    cleanedUrl: `/cleaned/${id}`,
    depth: 8,
    hasAlpha: false,
    notes: [],
    patches,
  };
}

/** A running clean-up of the photo `photo`. */
export function job(id: string, change: Partial<Job> = {}): Job {
  return aJob({ id, subject: subject(), ...change });
}

export function subject(photoId = 'photo', region: Rect = PART): JobSubject {
  return { photoId, photoName: `${photoId}.png`, region };
}

export function noCalls(): CallPlan {
  return { calls: [], isPractice: false };
}

export function patch(jobId: string, number = 1, change: Partial<Patch> = {}): Patch {
  return {
    id: `result of ${jobId}`,
    jobId,
    number,
    operation: 'cleanup',
    rect: LEFT,
    state: 'applied',
    url: `/patches/${jobId}`,
    thumbnailUrl: `/patch-thumbnails/${jobId}`,
    maskUrl: jobMaskUrl(jobId),
    createdAt: 1,
    durationMilliseconds: 1,
    parameters: {},
    isPractice: false,
    lookedAt: 1,
    baseIds: [],
    isBaseChanged: false,
    ...change,
  };
}

/** The answer to a run. @param masks the part that each job has taken */
export function started(
  jobIds: readonly string[],
  masks: readonly (readonly PackedMaskTile[])[] = [],
) {
  return {
    jobId: jobIds[0] ?? '',
    joined: false,
    jobIds,
    masks: masks.map((tiles) => new Blob([encodeMaskTiles(tiles)])),
    runId: 'run',
    stored: [],
  };
}

export function tilesOf(...rects: readonly Rect[]): readonly PackedMaskTile[] {
  const writer = createMaskWriter();
  for (const { x, y, width, height } of rects) {
    for (let row = y; row < y + height; row++) writer.span(row, x, x + width);
  }
  return writer.tiles();
}

export function areaOf({ width, height }: Rect): number {
  return width * height;
}

/** Creates a promise that the test settles. */
export function later<Value>() {
  return Promise.withResolvers<Value>();
}

function definedOf<Values>(change: { [Key in keyof Values]?: Values[Key] | undefined }) {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Values>;
}
