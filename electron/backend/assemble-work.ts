import { join } from 'node:path';
import { safeStem } from '../../shared/export/file-names.ts';
import type { Core } from './assemble-core.ts';
import { assemblePictureTools } from './assemble-picture-tools.ts';
import { assembleRecipes } from './assemble-recipes.ts';
import { assembleSaving } from './assemble-saving.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { openAnswers } from './jobs/log/answers.ts';
import { createVideoMeasures } from './jobs/measures/video-measures.ts';
import { createPatchMixes } from './library/patch-mixes.ts';
import { ratesOf } from './limits-of-settings.ts';

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
