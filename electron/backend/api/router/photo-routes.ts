import { photoAsItLooks } from '../../work/export/photo-as-it-looks.ts';
import { withDamageReport } from '../../library/damage-report.ts';
import { os } from '../../service/common/procedures.ts';
import type { RouterDeps } from './router-deps.ts';

export function photoRoutes(deps: RouterDeps) {
  const { photos, results, samples, saver } = deps;
  return {
    photos: {
      recent: os.photos.recent.handler(({ input }) => photos.recent(input?.purposes)),
      list: os.photos.list.handler(({ input }) => photos.list(input.photoIds)),
      open: os.photos.open.handler(({ input }) => photos.open(input.photoId)),
      get: os.photos.get.handler(({ input }) => photos.get(input.photoId)),
      resultOf: os.photos.resultOf.handler(({ input }) =>
        photos.resultOf(input.photoId, input.jobId),
      ),
      verify: os.photos.verify.handler(({ input }) => photos.verify(input.photoId)),
      remove: os.photos.remove.handler(({ input }) => photos.remove(input.photoId)),
      samples: os.photos.samples.handler(() => samples.list()),
      fromOutput: os.photos.fromOutput.handler(({ input: { purpose, ...output } }) =>
        deps.outputs.toPhoto(output, purpose),
      ),
      asItLooks: os.photos.asItLooks.handler(({ input }) =>
        withDamageReport(deps, input.photoId, () =>
          photoAsItLooks(deps, input.photoId, input.purpose),
        ),
      ),
      openSample: os.photos.openSample.handler(({ input }) => samples.open(input.sampleId)),
      setPatchState: os.photos.setPatchState.handler(({ input }) =>
        results.setState(input.photoId, input.patchId, input.state, input.mask),
      ),
      setPatchStates: os.photos.setPatchStates.handler(({ input }) =>
        results.setStates(input.photoId, input.patchIds, input.state),
      ),
      deletePatch: os.photos.deletePatch.handler(({ input }) =>
        results.remove(input.photoId, input.patchId, input.mask),
      ),
      repaintPatch: os.photos.repaintPatch.handler(({ input }) =>
        results.repaint(input.photoId, input.patchId, input.grow),
      ),
    },
    patchMix: {
      read: os.patchMix.read.handler(({ input }) =>
        deps.patchMixes.read(input.photoId, input.patchId),
      ),
      save: os.patchMix.save.handler(({ input }) =>
        deps.patchMixes.save(input.photoId, input.patchId, input.mix),
      ),
    },
    export: {
      save: os.export.save.handler(({ input }) =>
        withDamageReport(deps, input.photoId, () => saver.save(input)),
      ),
      saveAgain: os.export.saveAgain.handler(({ input: { photoId } }) =>
        withDamageReport(deps, photoId, () => saver.saveAgain(photoId)),
      ),
      expectedSize: os.export.expectedSize.handler(async ({ input }) => ({
        byteLength: await withDamageReport(deps, input.photoId, () => saver.expectedSize(input)),
      })),
      folder: os.export.folder.handler(() => deps.savedFolder.get()),
      chooseFolder: os.export.chooseFolder.handler(() => deps.savedFolder.choose()),
      folderForMany: os.export.folderForMany.handler(() => deps.savedFolder.chooseForMany()),
      forgetFolder: os.export.forgetFolder.handler(() => deps.savedFolder.forget()),
      prepareCopy: os.export.prepareCopy.handler(({ input }) =>
        withDamageReport(deps, input.photoId, () => deps.pictureOut.prepareCopy(input.photoId)),
      ),
      prepareCopyOf: os.export.prepareCopyOf.handler(({ input }) =>
        deps.shownPictures.prepareCopy(input.url),
      ),
      saveShown: os.export.saveShown.handler(({ input }) =>
        deps.shownPictures.save(input.url, input.name),
      ),
      prepareDrag: os.export.prepareDrag.handler(({ input }) =>
        withDamageReport(deps, input.photoId, () => deps.pictureOut.prepareDrag(input)),
      ),
      startDrag: os.export.startDrag.handler(({ input }) => deps.pictureOut.startDrag(input.id)),
      saveMask: os.export.saveMask.handler(({ input }) => saver.saveMask(input.photoId)),
    },
  };
}
