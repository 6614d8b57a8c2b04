/** Implements the contract by calling the parts of the backend. No logic of its own. */
import type { AppInfo, LibraryNotice } from '../../../shared/contract/app.ts';
import type { Menu } from '../../../shared/contract/desktop.ts';
import type { CancelledMany, CancelMany } from '../../../shared/contract/jobs.ts';
import type { BatchRunner } from '../batch/batch-runner.ts';
import type { CleanError } from '../common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import type { PriceStore } from '../connections/price-store.ts';
import type { DesktopRequests } from '../desktop/desktop.ts';
import type { SavedFolder } from '../export/export-folder.ts';
import { photoAsItLooks } from '../export/photo-as-it-looks.ts';
import type { ClipFiles } from '../export/clip-files.ts';
import type { JobOutputFiles } from '../export/job-output-files.ts';
import { turnedPhoto } from '../export/turned-photo.ts';
import type { PictureOut } from '../export/picture-out.ts';
import type { PhotoSaver } from '../export/photo-saver.ts';
import type { Uploads } from '../media/index.ts';
import type { Language } from '../language/assemble-language.ts';
import { languageRoutes } from './language-routes.ts';
import type { Links } from '../links/links.ts';
import type { ClipOrders } from '../jobs/clip-orders.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { VideoMeasures } from '../jobs/measures/video-measures.ts';
import type { Mixes } from '../mix/mixes.ts';
import type { FileStore } from '../library/file-store.ts';
import { namingDamage } from '../library/name-damage.ts';
import type { ResultOrders } from '../library/result-orders.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { PatchMixes } from '../library/patch-mixes.ts';
import type { SamplePhotos } from '../library/sample-photos.ts';
import type { TextBoxStore } from '../library/text-box-store.ts';
import type { Usage } from '../library/usage.ts';
import type { Spend } from '../spend/spend.ts';
import type { Caused } from '../../../shared/contract/caused.ts';
import type { SpendRange } from '../../../shared/contract/spend.ts';
import type { SpendWatch } from '../spend/watch/index.ts';
import { createRouterBase } from './router-base.ts';
import type { PhotoFaces } from '../selection/photo-faces.ts';
import type { Selection } from '../selection/selection.ts';
import { selectionRoutes } from './selection-routes.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { UpscaleResults } from '../upscale/upscale-results.ts';
import type { Training } from '../training/training.ts';

/** The parts of the backend that the router calls. */
export interface RouterParts {
  readonly info: () => AppInfo;
  readonly libraries: () => Promise<readonly LibraryNotice[]>;
  readonly desktop: Pick<DesktopRequests, 'follow'>;
  readonly showMenu: (menu: Menu) => void;
  readonly settings: SettingsStore;
  readonly connections: Connections;
  readonly prices: PriceStore;
  readonly photos: PhotoStore;
  readonly files: FileStore;
  readonly patches: PatchStore;
  readonly samples: SamplePhotos;
  readonly textBoxes: TextBoxStore;
  readonly usage: Usage;
  readonly results: ResultOrders;
  readonly jobs: JobRunner;
  /** Of runs and of whole batches. */
  readonly cancelMany: (order: CancelMany) => CancelledMany;
  readonly batches: BatchRunner;
  readonly language: Language;
  readonly uploads: Pick<Uploads, 'bytesOf' | 'during'>;
  readonly spend: Spend;
  readonly training: Training;
  readonly caused: (range: SpendRange) => Caused;
  readonly watch: Pick<SpendWatch, 'outlook' | 'allowance'>;
  readonly saver: PhotoSaver;
  readonly outputs: JobOutputFiles;
  readonly videoMeasures: VideoMeasures;
  readonly savedFolder: SavedFolder;
  readonly pictureOut: PictureOut;
  readonly clipFiles: ClipFiles;
  readonly clipOrders: ClipOrders;
  readonly mixes: Mixes;
  readonly patchMixes: PatchMixes;
  readonly selection: Selection;
  readonly photoFaces: PhotoFaces;
  readonly upscales: UpscaleResults;
  readonly links: Links;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
}

/** The router, checked against the contract on both sides of the boundary (SECURITY: S18). */
export function createRouter(parts: RouterParts) {
  const { settings, connections, photos, results, samples, jobs, spend, saver } = parts;
  const { batches, training, upscales } = parts;
  const { history } = jobs;

  const { os, guarded } = createRouterBase(parts);

  return os.router({
    app: {
      info: os.app.info.handler(() => parts.info()),
      libraries: os.app.libraries.handler(() => parts.libraries()),
    },
    desktop: {
      requests: os.desktop.requests.handler(({ signal, path }) =>
        guarded(path, parts.desktop.follow(signal)),
      ),
      showMenu: os.desktop.showMenu.handler(({ input }) => parts.showMenu(input)),
    },
    links: {
      read: os.links.read.handler(({ input }) => parts.links.read(input.href, input.text)),
      open: os.links.open.handler(({ input }) => parts.links.open(input.href)),
    },
    batch: {
      plan: os.batch.plan.handler(({ input }) => batches.plan(input.request)),
      start: os.batch.start.handler(({ input }) => batches.start(input.request, input.stored)),
      pause: os.batch.pause.handler(({ input }) => batches.pause(input.batchId)),
      resume: os.batch.resume.handler(({ input }) => batches.resume(input.batchId)),
      photos: os.batch.photos.handler(({ input }) => batches.photos(input.batchId)),
      stop: os.batch.stop.handler(({ input }) => batches.stop(input.batchId)),
      retry: os.batch.retry.handler(({ input }) => batches.retry(input.batchId)),
      acknowledge: os.batch.acknowledge.handler(({ input }) => batches.acknowledge(input.batchId)),
      list: os.batch.list.handler(() => batches.list()),
      changes: os.batch.changes.handler(({ signal, path }) =>
        guarded(path, batches.changes(signal)),
      ),
    },
    settings: {
      get: os.settings.get.handler(() => settings.get()),
      update: os.settings.update.handler(({ input }) => settings.update(input)),
    },
    connections: {
      list: os.connections.list.handler(() => connections.list()),
      keyStorage: os.connections.keyStorage.handler(() => connections.keyStorage()),
      add: os.connections.add.handler(({ input }) => connections.add(input)),
      update: os.connections.update.handler(({ input }) => connections.update(input)),
      replaceKey: os.connections.replaceKey.handler(({ input }) =>
        connections.replaceKey(input.connectionId, input.key),
      ),
      check: os.connections.check.handler(({ input }) => connections.check(input.connectionId)),
      activate: os.connections.activate.handler(({ input }) =>
        connections.activate(input.connectionId),
      ),
      remove: os.connections.remove.handler(({ input }) => connections.remove(input.connectionId)),
      activatePractice: os.connections.activatePractice.handler(() =>
        connections.activatePractice(),
      ),
    },
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
        parts.outputs.toPhoto(output, purpose),
      ),
      asItLooks: os.photos.asItLooks.handler(({ input }) =>
        namingDamage(parts, input.photoId, () =>
          photoAsItLooks(parts, input.photoId, input.purpose),
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
    caused: { read: os.caused.read.handler(({ input }) => parts.caused(input.range)) },
    cleanup: {
      plan: os.cleanup.plan.handler(({ input }) => jobs.planCleanup(input)),
      run: os.cleanup.run.handler(({ input }) => jobs.runCleanup(input, input.stored)),
      useStored: os.cleanup.useStored.handler(({ input }) => jobs.runCleanup(input, 'only')),
      planPatchAgain: os.cleanup.planPatchAgain.handler(({ input }) =>
        jobs.patchAgain.plan(input.photoId, input.patchId, input.grow),
      ),
      runPatchAgain: os.cleanup.runPatchAgain.handler(({ input }) =>
        jobs.patchAgain.run(input.photoId, input.patchId, input.grow, input.stored),
      ),
    },
    jobs: {
      list: os.jobs.list.handler(({ input }) => history.list(input)),
      entries: os.jobs.entries.handler(({ input }) => history.entries(input)),
      groups: os.jobs.groups.handler(({ input }) => history.groups(input.groupIds)),
      details: os.jobs.details.handler(({ input }) => history.details(input.jobId)),
      remove: os.jobs.remove.handler(({ input }) => history.remove(input)),
      restore: os.jobs.restore.handler(({ input }) => history.restore(input)),
      rate: os.jobs.rate.handler(({ input }) => history.rate(input.jobId, input.stars)),
      startSweep: os.jobs.startSweep.handler(({ input }) => jobs.startSweep(input)),
      cancelMany: os.jobs.cancelMany.handler(({ input }) => parts.cancelMany(input)),
      reorder: os.jobs.reorder.handler(({ input }) => jobs.reorder(input.jobId, input.beforeJobId)),
      start: os.jobs.start.handler(({ input }) => jobs.start(input)),
      startTogether: os.jobs.startTogether.handler(({ input }) =>
        jobs.startTogether(input.requests),
      ),
      watch: os.jobs.watch.handler(({ input }) => jobs.watch(input)),
      changes: os.jobs.changes.handler(({ input, signal, path }) =>
        guarded(path, jobs.changes(input.afterRevision, signal)),
      ),
      cancel: os.jobs.cancel.handler(({ input }) => jobs.cancel(input.jobId)),
      acknowledge: os.jobs.acknowledge.handler(({ input }) => jobs.acknowledge(input.jobId)),
      runAgain: os.jobs.runAgain.handler(({ input }) => jobs.runAgain(input.jobId)),
      runRest: os.jobs.runRest.handler(({ input }) => jobs.runRest(input.runId)),
      lookAgain: os.jobs.lookAgain.handler(({ input }) => jobs.lookAgain(input.jobId)),
      lookNow: os.jobs.lookNow.handler(() => jobs.lookNow()),
      saveOutput: os.jobs.saveOutput.handler(({ input }) => parts.outputs.save(input, input.into)),
      showOutput: os.jobs.showOutput.handler(({ input }) => parts.outputs.show(input)),
      saveKeptAnswer: os.jobs.saveKeptAnswer.handler(({ input }) =>
        saver.saveKeptAnswer(input.jobId),
      ),
    },
    ...languageRoutes(os, guarded, parts),
    library: {
      usage: os.library.usage.handler(() => parts.usage.read()),
      removeHidden: os.library.removeHidden.handler(() => parts.usage.removeHidden()),
    },
    faces: {
      find: os.faces.find.handler(async ({ input, signal }) => ({
        faces: await parts.photoFaces.find(input.photoId, signal),
      })),
      turn: os.faces.turn.handler(({ input: { photoId, turn } }) =>
        namingDamage(parts, photoId, () => turnedPhoto(photos, photoId, turn)),
      ),
    },
    mix: {
      read: os.mix.read.handler(({ input }) => parts.mixes.read(input)),
      save: os.mix.save.handler(({ input: { mix, ...output } }) => parts.mixes.save(output, mix)),
      saveFile: os.mix.saveFile.handler(({ input }) => parts.mixes.saveFile(input)),
      toStudio: os.mix.toStudio.handler(({ input }) => parts.mixes.toStudio(input)),
    },
    patchMix: {
      read: os.patchMix.read.handler(({ input }) =>
        parts.patchMixes.read(input.photoId, input.patchId),
      ),
      save: os.patchMix.save.handler(({ input }) =>
        parts.patchMixes.save(input.photoId, input.patchId, input.mix),
      ),
    },
    removeText: {
      boxes: os.removeText.boxes.handler(({ input }) => parts.textBoxes.read(input.photoId)),
      saveBoxes: os.removeText.saveBoxes.handler(({ input }) =>
        parts.textBoxes.write(input.photoId, input.boxes),
      ),
      plan: os.removeText.plan.handler(({ input }) => jobs.planTextRemoval(input)),
      run: os.removeText.run.handler(({ input }) => jobs.runTextRemoval(input, input.stored)),
    },
    prices: {
      list: os.prices.list.handler(() => parts.prices.list()),
      set: os.prices.set.handler(({ input: { connectionId, kind, price } }) => {
        parts.prices.set(connectionId, kind, price);
        return parts.prices.list();
      }),
    },
    clips: {
      prepareDrag: os.clips.prepareDrag.handler(({ input }) => parts.clipFiles.prepareDrag(input)),
      notePlayable: os.clips.notePlayable.handler(({ input: { isPlayable, ...output } }) =>
        history.notePlayable(output, isPlayable),
      ),
      measure: os.clips.measure.handler(({ input }) => parts.clipOrders.measure(input)),
      beginStill: os.clips.beginStill.handler(({ input }) => parts.clipOrders.beginStill(input)),
      endStill: os.clips.endStill.handler(({ input }) => parts.clipOrders.endStill(input)),
    },
    selection: selectionRoutes(os, parts),
    upscale: {
      measures: os.upscale.measures.handler(({ input }) => upscales.measures(input.connectionId)),
      result: os.upscale.result.handler(({ input }) => upscales.result(input)),
      setFinish: os.upscale.setFinish.handler(({ input: { finish, ...output } }) =>
        upscales.setFinish(output, finish),
      ),
      inspect: os.upscale.inspect.handler(({ input }) => upscales.inspect(input)),
      save: os.upscale.save.handler(({ input: { jobId, output, into, ...encoding } }) =>
        upscales.save({ jobId, output }, encoding, into),
      ),
      toPhoto: os.upscale.toPhoto.handler(({ input: { purpose, ...output } }) =>
        upscales.toPhoto(output, purpose),
      ),
    },
    video: {
      measures: os.video.measures.handler(({ input }) =>
        parts.videoMeasures.of(input.connectionId),
      ),
      findClip: os.video.findClip.handler(({ input }) => parts.outputs.find(input.hash)),
    },
    outlook: {
      read: os.outlook.read.handler(() => parts.watch.outlook.read()),
      setBudgets: os.outlook.setBudgets.handler(({ input }) =>
        parts.watch.outlook.setBudgets(input.budgets),
      ),
      expect: os.outlook.expect.handler(({ input }) => parts.watch.outlook.expect(input.product)),
      allow: os.outlook.allow.handler(({ input }) =>
        parts.watch.allowance.allow(input.budgetId, input.calls),
      ),
    },
    spend: {
      readingSize: os.spend.readingSize.handler(({ input }) => ({
        requests: spend.readingSize(input),
      })),
      read: os.spend.read.handler(({ input, signal, path }) =>
        guarded(path, spend.read(input, signal)),
      ),
      series: os.spend.series.handler(({ input }) => spend.series(input)),
      rows: os.spend.rows.handler(({ input }) => spend.rows(input)),
      savePicture: os.spend.savePicture.handler(async ({ input: { range, format, picture } }) =>
        spend.savePicture(range, format, await parts.uploads.bytesOf(picture)),
      ),
      save: os.spend.save.handler(({ input }) => spend.save(input.selection, input.columns)),
    },
    training: {
      changes: os.training.changes.handler(({ signal, path }) =>
        guarded(path, training.changes(signal)),
      ),
      list: os.training.list.handler(({ input }) =>
        training.list(input.view, input.offset, input.limit),
      ),
      ids: os.training.ids.handler(({ input }) =>
        training.ids(input.view, input.offset, input.limit),
      ),
      choose: os.training.choose.handler(({ input }) => training.choose(input.what)),
      missing: os.training.missing.handler(({ input }) => training.missing(input.files)),
      skip: os.training.skip.handler(({ input }) => training.skip(input.files)),
      upload: os.training.upload.handler(({ input }) => training.upload(input.selection)),
      retryFailed: os.training.retryFailed.handler(({ input }) =>
        training.retryFailed(input.selection),
      ),
      pause: os.training.pause.handler(() => training.pause()),
      resume: os.training.resume.handler(() => training.resume()),
      cancel: os.training.cancel.handler(({ input }) => training.cancel(input.selection)),
      keepAsset: os.training.keepAsset.handler(({ input }) => training.keepAsset(input.selection)),
      convert: os.training.convert.handler(({ input }) =>
        training.convert(input.selection, input.isFlattened),
      ),
      remove: os.training.remove.handler(({ input }) => training.remove(input.selection)),
      restore: os.training.restore.handler(({ input }) => training.restore(input.removalId)),
      restoreRows: os.training.restoreRows.handler(({ input }) =>
        training.restoreRows(input.selection),
      ),
      assetIds: os.training.assetIds.handler(({ input }) => training.assetIds(input.selection)),
      save: os.training.save.handler(({ input }) => training.save(input.what, input.selection)),
    },
    export: {
      save: os.export.save.handler(({ input }) =>
        namingDamage(parts, input.photoId, () => saver.save(input)),
      ),
      saveAgain: os.export.saveAgain.handler(({ input: { photoId } }) =>
        namingDamage(parts, photoId, () => saver.saveAgain(photoId)),
      ),
      expectedSize: os.export.expectedSize.handler(async ({ input }) => ({
        byteLength: await namingDamage(parts, input.photoId, () => saver.expectedSize(input)),
      })),
      folder: os.export.folder.handler(() => parts.savedFolder.get()),
      chooseFolder: os.export.chooseFolder.handler(() => parts.savedFolder.choose()),
      folderForMany: os.export.folderForMany.handler(() => parts.savedFolder.chooseForMany()),
      forgetFolder: os.export.forgetFolder.handler(() => parts.savedFolder.forget()),
      prepareCopy: os.export.prepareCopy.handler(({ input }) =>
        namingDamage(parts, input.photoId, () => parts.pictureOut.prepareCopy(input.photoId)),
      ),
      prepareDrag: os.export.prepareDrag.handler(({ input }) =>
        namingDamage(parts, input.photoId, () => parts.pictureOut.prepareDrag(input)),
      ),
      startDrag: os.export.startDrag.handler(({ input }) => parts.pictureOut.startDrag(input.id)),
      saveMask: os.export.saveMask.handler(({ input }) => saver.saveMask(input.photoId)),
    },
  });
}

/** The router's type, for the handlers of the hosts. */
export type Router = ReturnType<typeof createRouter>;
