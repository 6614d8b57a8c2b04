import { toSummary } from '../../library/photo-rows.ts';
import { os } from '../../service/common/procedures.ts';
import type { RouterDeps } from './router-deps.ts';

export function recipeRoutes(deps: RouterDeps) {
  const { recipes, recipeRuns: runs, recipeSources: sources, historyToRecipe } = deps;
  return {
    recipes: {
      list: os.recipes.list.handler(() => recipes.list()),
      changes: os.recipes.changes.handler(({ signal }) => recipes.changes(signal)),
      save: os.recipes.save.handler(({ input: { recipeId, ...recipe } }) => ({
        recipeId: recipes.save(recipeId, recipe),
      })),
      remove: os.recipes.remove.handler(({ input }) => recipes.remove(input.recipeId)),
      restore: os.recipes.restore.handler(({ input }) => recipes.restore(input.recipeId)),
      duplicate: os.recipes.duplicate.handler(({ input }) => ({
        recipeId: recipes.duplicate(input.recipeId),
      })),
      exportFile: os.recipes.exportFile.handler(({ input }) => recipes.exportFile(input.recipeId)),
      importFile: os.recipes.importFile.handler(async ({ input, signal }) => ({
        recipeId: await deps.uploads.during(input.file, (source) =>
          recipes.importFile(source, signal),
        ),
      })),
      fromPhoto: os.recipes.fromPhoto.handler(({ input }) => historyToRecipe.photo(input.photoId)),
      fromJob: os.recipes.fromJob.handler(({ input }) => historyToRecipe.job(input.jobId)),
      keepMask: os.recipes.keepMask.handler(({ input }) => ({
        maskId: recipes.keepMask(input.photoId),
      })),
      mask: os.recipes.mask.handler(({ input }) => {
        const { bytes, size } = recipes.mask(input.maskId);
        return { ...size, tiles: new Blob([new Uint8Array(bytes)]) };
      }),
      keepFace: os.recipes.keepFace.handler(async ({ input }) => ({
        faceId: await recipes.keepFace(input.photoId),
      })),
      face: os.recipes.face.handler(({ input }) => {
        const { id, thumbnailUrl } = toSummary(deps.photos.row(recipes.face(input.faceId)));
        return { photoId: id, thumbnailUrl };
      }),
      draft: os.recipes.draft.handler(() => ({ runId: sources.draft() })),
      addPhotos: os.recipes.addPhotos.handler(({ input }) => ({
        added: sources.addPhotos(input.runId, input.photoIds),
      })),
      choose: os.recipes.choose.handler(async ({ input }) => ({
        added: await sources.choose(input.runId, input.what),
      })),
      takeDrops: os.recipes.takeDrops.handler(({ input }) => sources.takeDrops(input.runId)),
      drop: os.recipes.drop.handler(async ({ input }) => ({
        changed: await sources.drop(input.runId, input.positions),
      })),
      plan: os.recipes.plan.handler(({ input, signal }) =>
        runs.plan(input.runId, input.recipe, signal),
      ),
      start: os.recipes.start.handler(({ input: { runId, recipe, into, ...order } }) =>
        runs.start(runId, recipe, { ...order, folder: deps.savedFolder.path(into) }),
      ),
      goOn: os.recipes.goOn.handler(({ input }) => runs.goOn(input.runId)),
      pause: os.recipes.pause.handler(({ input }) => runs.pause(input.runId)),
      resume: os.recipes.resume.handler(({ input }) => runs.resume(input.runId)),
      stop: os.recipes.stop.handler(({ input }) => runs.stop(input.runId)),
      retry: os.recipes.retry.handler(async ({ input }) => ({
        changed: await runs.retry(input.runId, input.selection),
      })),
      judge: os.recipes.judge.handler(({ input }) => ({
        changed: runs.judge(input.runId, input.selection, input.judgement),
      })),
      againFrom: os.recipes.againFrom.handler(({ input }) =>
        runs.againFrom(input.runId, input.position, input.step, input.settings),
      ),
      openStep: os.recipes.openStep.handler(({ input: { runId, position, step } }) =>
        runs.openStep(runId, position, step),
      ),
      removeRun: os.recipes.removeRun.handler(({ input }) => runs.remove(input.runId)),
      restoreRun: os.recipes.restoreRun.handler(({ input }) => runs.restore(input.runId)),
      runs: os.recipes.runs.handler(() => runs.list()),
      runChanges: os.recipes.runChanges.handler(({ signal }) => runs.changes(signal)),
      run: os.recipes.run.handler(({ input }) => runs.get(input.runId)),
      files: os.recipes.files.handler(({ input }) =>
        runs.files(input.runId, input.filter, input.offset, input.limit),
      ),
    },
  };
}
