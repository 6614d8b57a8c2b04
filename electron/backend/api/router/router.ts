import { turnedPhoto } from '../../work/export/turned-photo.ts';
import { withDamageReport } from '../../library/damage-report.ts';
import { photoRoutes } from './photo-routes.ts';
import type { RouterDeps } from './router-deps.ts';
import { os } from '../../service/common/procedures.ts';
import { withSharedRules } from './shared-rules.ts';
import { selectionRoutes } from './selection-routes.ts';
import { selfCheckRoutes } from './self-check-routes.ts';
import { storageRoutes } from './storage-routes.ts';

/** SECURITY: S18 input and output are validated against the contract. */
export function createRouter(deps: RouterDeps) {
  const { screenState, settings, connections, photos, jobs, upscales } = deps;

  return withSharedRules(deps, {
    app: {
      info: os.app.info.handler(() => deps.info()),
      libraries: os.app.libraries.handler(() => deps.libraries()),
    },
    desktop: {
      requests: os.desktop.requests.handler(({ signal }) => deps.desktop.follow(signal)),
      showMenu: os.desktop.showMenu.handler(({ input }) => deps.showMenu(input)),
      closeWindow: os.desktop.closeWindow.handler(() => deps.closeWindow()),
    },
    links: {
      read: os.links.read.handler(({ input }) => deps.links.read(input.href, input.text)),
      open: os.links.open.handler(({ input }) => deps.links.open(input.href)),
    },
    screenState: {
      get: os.screenState.get.handler(() => screenState.get()),
      update: os.screenState.update.handler(({ input }) => screenState.update(input)),
    },
    settings: {
      get: os.settings.get.handler(() => settings.get()),
      update: os.settings.update.handler(({ input }) => settings.update(input)),
      saveKeys: os.settings.saveKeys.handler(() => deps.saveKeys()),
    },
    connections: connections.procedures,
    library: {
      usage: os.library.usage.handler(() => deps.usage.read()),
      removeHidden: os.library.removeHidden.handler(() => deps.usage.removeHidden()),
    },
    faces: {
      find: os.faces.find.handler(async ({ input, signal }) => ({
        faces: await deps.photoFaces.find(input.photoId, signal),
      })),
      turn: os.faces.turn.handler(({ input: { photoId, turn } }) =>
        withDamageReport(deps, photoId, () => turnedPhoto(photos, photoId, turn)),
      ),
    },
    mix: {
      read: os.mix.read.handler(({ input }) => deps.mixes.read(input)),
      save: os.mix.save.handler(({ input: { mix, ...output } }) => deps.mixes.save(output, mix)),
      saveFile: os.mix.saveFile.handler(({ input }) => deps.mixes.saveFile(input)),
      toStudio: os.mix.toStudio.handler(({ input }) => deps.mixes.toStudio(input)),
    },
    prices: deps.prices.procedures,
    clips: {
      ...deps.clipProcedures,
      prepareDrag: os.clips.prepareDrag.handler(({ input }) => deps.clipFiles.prepareDrag(input)),
    },
    cleanup: { ...jobs.cleanup, ...deps.edges.procedures },
    removeText: { ...jobs.removeText, ...deps.textBoxes.procedures },
    jobs: {
      ...jobs.jobs,
      cancelMany: deps.cancelMany,
      saveOutput: os.jobs.saveOutput.handler(({ input }) => deps.outputs.save(input, input.into)),
      showOutput: os.jobs.showOutput.handler(({ input }) => deps.outputs.show(input)),
      saveKeptAnswer: os.jobs.saveKeptAnswer.handler(({ input }) =>
        deps.saver.saveKeptAnswer(input.jobId),
      ),
    },
    selection: selectionRoutes(deps),
    selfCheck: selfCheckRoutes(deps),
    storage: storageRoutes(deps),
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
      measures: os.video.measures.handler(({ input }) => deps.videoMeasures.of(input.connectionId)),
      findClip: os.video.findClip.handler(({ input }) => deps.outputs.find(input.hash)),
    },
    ...deps.spend.procedures,
    ...photoRoutes(deps),
    activity: deps.activity.procedures,
    ...deps.recipes,
    training: deps.training.procedures,
    ...deps.language.procedures,
  });
}

export type Router = ReturnType<typeof createRouter>;
