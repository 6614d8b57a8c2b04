import { join } from 'node:path';
import { safeStem } from '../../shared/export/file-names.ts';
import type { Core } from './assemble-core.ts';
import { assemblePictureTools } from './assemble-picture-tools.ts';
import { assembleRecipes } from './assemble-recipes.ts';
import { createJobRunner } from './work/jobs/job-runner.ts';
import { openAnswers } from './work/jobs/log/answers.ts';
import { createVideoMeasures } from './work/jobs/measures/video-measures.ts';
import { createPatchMixes, type PatchMixes } from './library/patch-mixes.ts';
import { ratesOf } from './limits-of-settings.ts';
import type { DatabaseSync } from 'node:sqlite';
import { createClipFiles, type ClipFiles } from './work/export/clip-files.ts';
import { createSavedFolder, type SavedFolder } from './work/export/export-folder.ts';
import { createJobOutputFiles, type JobOutputFiles } from './work/export/job-output-files.ts';
import { createLastSaves } from './work/export/last-saves.ts';
import { createPhotoSaver, type PhotoSaver } from './work/export/photo-saver.ts';
import { createPhotoWriter, type PhotoWriter } from './work/export/photo-writer.ts';
import { createPictureOut, type PictureOut } from './work/export/picture-out.ts';
import { openPreparedFiles } from './work/export/prepared-files.ts';
import { createShownPictures, type ShownPictures } from './work/export/shown-pictures.ts';
import type { JobHistory } from './work/jobs/log/job-history.ts';
import type { JobStore } from './work/jobs/log/job-store.ts';
import type { FileStore } from './library/file-store.ts';
import type { MaskStore } from './library/mask-store.ts';
import type { PatchStore } from './library/patch-store.ts';
import type { PhotoStore } from './library/photo-store.ts';
import type { HostPorts } from './service/common/ports.ts';
import type { SettingsStore } from './library/settings/settings-store.ts';

export async function assembleWork(core: Core, followEvery: number | undefined) {
  const { database, folder, files, settings, results, desktop, jobStore } = core;
  const videoMeasures = createVideoMeasures(settings);
  const jobs = createJobRunner({
    ...core,
    jobs: jobStore,
    answers: await openAnswers(folder, files, (jobId) => {
      const photoName = jobStore.get(jobId)?.subject?.photoName;
      return photoName === undefined ? undefined : `${safeStem(photoName)} result`;
    }),
    videoMeasures,
    returnedType: () => settings.get().studioResponseType,
    keepsCameraData: () => settings.get().trainingKeepsCameraData,
    rates: () => ratesOf(settings.get()),
    work: (photoId) => core.edges.of(photoId) ?? settings.get(),
    onResult(job) {
      results.keepWithinLimit();
      if (job.runId === undefined) pictureTools.mixes.prepare(job.id); // The user is waiting for it.
    },
    openJob(jobId, jobKind) {
      const photoId = jobStore.get(jobId)?.subject?.photoId;
      desktop.openJob({ jobId, jobKind, photoId });
    },
  });
  const patchMixes = createPatchMixes({
    database,
    photos: core.photos,
    patches: core.patches,
    files,
  });
  const saving = await assembleSaving({
    ...core,
    patchMixes,
    jobs: jobStore,
    history: jobs.history,
  });
  const pictureTools = await assemblePictureTools({
    ...core,
    cache: join(folder, 'cache'),
    jobs: jobStore,
    folder: (into) => saving.savedFolder.path(into),
  });
  const recipes = await assembleRecipes({
    ...core,
    patchMixes,
    jobs: jobStore,
    jobRunner: jobs,
    followEvery,
    ...saving,
    ...pictureTools,
  });
  return { jobs, videoMeasures, patchMixes, saving, pictureTools, recipes };
}

async function assembleSaving(deps: {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly settings: SettingsStore;
  readonly photos: PhotoStore;
  readonly masks: MaskStore;
  readonly patches: PatchStore;
  readonly patchMixes: PatchMixes;
  readonly files: FileStore;
  readonly jobs: JobStore;
  readonly history: JobHistory;
  readonly ports: HostPorts;
}): Promise<{
  readonly savedFolder: SavedFolder;
  readonly saver: PhotoSaver;
  readonly writer: PhotoWriter;
  readonly outputs: JobOutputFiles;
  readonly pictureOut: PictureOut;
  readonly clipFiles: ClipFiles;
  /** @param media the page's request handler, which needs the parts above */
  readonly shownBy: (media: (request: Request) => Promise<Response>) => ShownPictures;
}> {
  const savedFolder = createSavedFolder(deps.settings, deps.ports);
  const folder = (into?: string) => savedFolder.path(into);
  const writer = createPhotoWriter(deps);
  const prepared = await openPreparedFiles(join(deps.folder, 'outgoing'));
  // Separate from files for other programs, which those of many photos would evict.
  const sized = await openPreparedFiles(join(deps.folder, 'cache', 'sized'));
  const lastSaves = createLastSaves(deps.database);
  return {
    savedFolder,
    writer,
    saver: createPhotoSaver({ ...deps, writer, prepared: sized, lastSaves, folder }),
    outputs: createJobOutputFiles({ ...deps, folder }),
    pictureOut: createPictureOut({ ...deps, writer, prepared }),
    clipFiles: createClipFiles({ ...deps, prepared, folder }),
    shownBy: (media) => createShownPictures({ media, prepared, folder, ports: deps.ports }),
  };
}
