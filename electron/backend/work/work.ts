import { join } from 'node:path';
import type { DesktopRequest } from '../../../shared/contract/desktop.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { safeStem } from '../../../shared/export/file-names.ts';
import type { Connections } from '../accounts/connections/connections.ts';
import type { PriceStore } from '../accounts/connections/price-store.ts';
import type { BudgetGuard } from '../accounts/spend/watch/index.ts';
import type { Library } from '../library/library.ts';
import type { Changes } from '../service/common/changes.ts';
import type { CleanError } from '../service/common/clean-error.ts';
import type { HostPorts } from '../service/common/ports.ts';
import { createPerceptionProcess } from '../vision/perception/perception-process.ts';
import { createPerception } from '../vision/perception/perception.ts';
import { createClipFiles } from './export/clip-files.ts';
import { createSavedFolder } from './export/export-folder.ts';
import { outputProcedures } from './export/job-output-files.ts';
import { saverProcedures } from './export/photo-saver.ts';
import { asItLooksProcedure } from './export/photo-as-it-looks.ts';
import { createPhotoWriter } from './export/photo-writer.ts';
import { createPictureOut } from './export/picture-out.ts';
import { openPreparedFiles } from './export/prepared-files.ts';
import { shownPictureProcedures } from './export/shown-pictures.ts';
import { clipProcedures } from './jobs/clip-orders.ts';
import type { JobRates } from './jobs/job-works.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { openAnswers } from './jobs/log/answers.ts';
import { createJobStore } from './jobs/log/job-store.ts';
import { createVideoMeasures } from './jobs/measures/video-measures.ts';
import { createDerivedImageCache } from './blend/derived-image-cache.ts';
import { createFaceBlend } from './blend/face-blend.ts';
import { createBlendStore } from './blend/blend-store.ts';
import { createBlends } from './blend/blends.ts';
import { createRecipeRoom } from './recipes/recipe-room.ts';
import { faceProcedures } from './selection/photo-faces.ts';
import { createSelectionThread } from './selection/selection-thread.ts';
import { createSelection } from './selection/selection.ts';
import { createUpscaleResultStore } from './upscale/result-store.ts';
import { createUpscaleBlend } from './upscale/upscale-blend.ts';
import { createUpscaleResults, UPSCALE_PICTURES } from './upscale/upscale-results.ts';

type OpenedJob = Omit<Extract<DesktopRequest, { kind: 'open-job' }>, 'kind'>;

export type Work = Awaited<ReturnType<typeof createWork>>;

/** @param deps.media the window's own handler, which needs this room's parts */
export async function createWork(
  deps: Library & {
    readonly ports: HostPorts;
    readonly connections: Connections;
    readonly prices: PriceStore;
    readonly budgetGuard: BudgetGuard;
    readonly openJob: (job: OpenedJob) => void;
    readonly media: (request: Request) => Promise<Response>;
    /** Interval between scans of watched folders, ms; 0: no automatic scans. */
    readonly followEvery: number | undefined;
    readonly cleanError: CleanError;
    readonly changes: Pick<Changes, 'publish'>;
    readonly log: (line: string) => void;
  },
) {
  const { database, folder, files, settings, ports } = deps;
  const jobs = createJobStore(database);
  const core = { ...deps, jobs };
  const cache = join(folder, 'cache');
  const videoMeasures = createVideoMeasures(settings);
  const runner = createJobRunner({
    ...core,
    answers: await openAnswers(folder, files, (jobId) => {
      const photoName = jobs.get(jobId)?.subject?.photoName;
      return photoName === undefined ? undefined : `${safeStem(photoName)} result`;
    }),
    videoMeasures,
    returnedType: () => settings.get().studioResponseType,
    keepsCameraData: () => settings.get().trainingKeepsCameraData,
    rates: () => ratesOf(settings.get()),
    work: (photoId) => core.edges.of(photoId) ?? settings.get(),
    onResult(job) {
      core.results.keepWithinLimit();
      if (job.runId === undefined) blends.prepare(job.id); // The user is waiting for it.
    },
    openJob(jobId, jobKind) {
      const photoId = jobs.get(jobId)?.subject?.photoId;
      deps.openJob({ jobId, jobKind, photoId });
    },
  });
  const savedFolder = createSavedFolder(settings, ports);
  const folderFor = (into?: string) => savedFolder.path(into);
  const writer = createPhotoWriter(core);
  const prepared = await openPreparedFiles(join(folder, 'outgoing'));
  // Separate from files for other programs, which those of many photos would evict.
  const sized = await openPreparedFiles(join(cache, 'sized'));
  const saving = { ...core, prepared, folder: folderFor };
  const blendStore = createBlendStore(database);
  const upscales = createUpscaleResults({
    ...saving,
    store: createUpscaleResultStore(database),
    blends: blendStore,
    prepared: await openPreparedFiles(join(cache, 'upscales'), UPSCALE_PICTURES),
  });
  const derivedImages = createDerivedImageCache(join(cache, 'mixed'));
  const blends = createBlends({
    ...saving,
    store: blendStore,
    kinds: {
      'merge-face': createFaceBlend({ ...core, derivedImages }),
      upscale: createUpscaleBlend(upscales),
    },
  });
  const perception = createPerception(createPerceptionProcess(ports.startPerception, core.log));
  const selection = createSelection({ ...core, thread: createSelectionThread(), perception });
  const outputs = outputProcedures(saving);
  const pictureOut = createPictureOut({ ...core, writer, prepared });
  const clipFiles = createClipFiles({ ...saving, history: runner.history });
  const room = { ...core, savedFolder, writer, upscales, perception, jobRunner: runner };
  const recipes = await createRecipeRoom(room);
  const { procedures } = runner;
  return {
    jobs,
    runner,
    upscales,
    blends,
    selection,
    pictureOut,
    clipFiles,
    recipes,
    procedures: {
      jobs: {
        ...procedures.jobs,
        ...outputs.jobs,
        cancelMany: recipes.cancelMany,
      },
      cleanup: { ...procedures.cleanup, ...deps.procedures.cleanup },
      removeText: { ...procedures.removeText, ...deps.procedures.removeText },
      clips: {
        ...clipProcedures({ ...core, history: runner.history }),
        prepareDrag: clipFiles.prepareDrag,
      },
      video: { measures: videoMeasures.measures, findClip: outputs.findClip },
      photos: {
        ...deps.procedures.photos,
        fromOutput: outputs.fromOutput,
        asItLooks: asItLooksProcedure(deps),
      },
      export: {
        ...savedFolder.procedures,
        ...pictureOut.procedures,
        ...saverProcedures({ ...saving, writer, prepared: sized }),
        ...shownPictureProcedures(saving),
      },
      faces: faceProcedures({ ...deps, perception }),
      blend: blends.procedures,
      selection: selection.procedures,
      upscale: upscales.procedures,
      ...recipes.procedures,
    },
    async closePictures() {
      await Promise.all([derivedImages.idle(), selection.close(), perception.close()]);
    },
  };
}

function ratesOf(settings: Settings): JobRates {
  const { concurrentCalls, imageCallsPerMinute, videoCallsPerMinute } = settings;
  return {
    concurrentCalls,
    perMinute: {
      image: imageCallsPerMinute,
      video: videoCallsPerMinute,
      upload: Number.POSITIVE_INFINITY,
    },
  };
}
