import { activityRoutes } from './activity-routes.ts';
import { turnedPhoto } from '../export/turned-photo.ts';
import { languageRoutes } from './language-routes.ts';
import { withDamageReport } from '../library/damage-report.ts';
import { jobRoutes } from './job-routes.ts';
import { photoRoutes } from './photo-routes.ts';
import { followRoutes } from './follow-routes.ts';
import { recipeRoutes } from './recipe-routes.ts';
import { trainingRoutes } from './training-routes.ts';
import type { RouterDeps } from './router-deps.ts';
import { createRouterBase } from './router-base.ts';
import { selectionRoutes } from './selection-routes.ts';
import { selfCheckRoutes } from './self-check-routes.ts';
import { storageRoutes } from './storage-routes.ts';

/** Validated against the contract on both sides (SECURITY: S18). */
export function createRouter(parts: RouterDeps) {
  const { screenState, settings, connections, photos, jobs, spend, upscales } = parts;
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
      closeWindow: os.desktop.closeWindow.handler(() => parts.closeWindow()),
    },
    links: {
      read: os.links.read.handler(({ input }) => parts.links.read(input.href, input.text)),
      open: os.links.open.handler(({ input }) => parts.links.open(input.href)),
    },
    screenState: {
      get: os.screenState.get.handler(() => screenState.get()),
      update: os.screenState.update.handler(({ input }) => screenState.update(input)),
    },
    settings: {
      get: os.settings.get.handler(() => settings.get()),
      update: os.settings.update.handler(({ input }) => settings.update(input)),
      saveKeys: os.settings.saveKeys.handler(() => parts.saveKeys()),
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
    attribution: {
      read: os.attribution.read.handler(({ input }) => parts.attribution(input.range)),
    },
    library: {
      usage: os.library.usage.handler(() => parts.usage.read()),
      removeHidden: os.library.removeHidden.handler(() => parts.usage.removeHidden()),
    },
    faces: {
      find: os.faces.find.handler(async ({ input, signal }) => ({
        faces: await parts.photoFaces.find(input.photoId, signal),
      })),
      turn: os.faces.turn.handler(({ input: { photoId, turn } }) =>
        withDamageReport(parts, photoId, () => turnedPhoto(photos, photoId, turn)),
      ),
    },
    mix: {
      read: os.mix.read.handler(({ input }) => parts.mixes.read(input)),
      save: os.mix.save.handler(({ input: { mix, ...output } }) => parts.mixes.save(output, mix)),
      saveFile: os.mix.saveFile.handler(({ input }) => parts.mixes.saveFile(input)),
      toStudio: os.mix.toStudio.handler(({ input }) => parts.mixes.toStudio(input)),
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
    selfCheck: selfCheckRoutes(os, parts, guarded),
    storage: storageRoutes(os, parts),
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
    spendForecast: {
      read: os.spendForecast.read.handler(() => parts.watch.spendForecast.read()),
      setBudgets: os.spendForecast.setBudgets.handler(({ input }) =>
        parts.watch.spendForecast.setBudgets(input.budgets),
      ),
      expect: os.spendForecast.expect.handler(({ input }) =>
        parts.watch.spendForecast.expect(input.product),
      ),
      allow: os.spendForecast.allow.handler(({ input }) =>
        parts.watch.budgetGuard.allow(input.budgetId, input.calls),
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
    ...jobRoutes(os, guarded, parts),
    ...photoRoutes(os, parts),
    ...activityRoutes(os, guarded, parts),
    ...recipeRoutes(os, guarded, parts),
    ...followRoutes(os, guarded, parts),
    ...trainingRoutes(os, guarded, parts),
    ...languageRoutes(os, guarded, parts),
  });
}

export type Router = ReturnType<typeof createRouter>;
