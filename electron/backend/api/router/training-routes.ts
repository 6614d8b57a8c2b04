import { os } from '../../service/common/procedures.ts';
import type { RouterDeps } from './router-deps.ts';

export function trainingRoutes(deps: RouterDeps) {
  const { training } = deps;
  return {
    training: {
      changes: os.training.changes.handler(({ signal }) => training.changes(signal)),
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
  };
}
