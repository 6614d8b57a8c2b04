import type { LibraryStorage } from '../../library/storage/storage.ts';
import { os } from '../../service/common/procedures.ts';

export function storageRoutes({ storage }: { readonly storage: LibraryStorage }) {
  const routes = os.storage;
  return {
    read: routes.read.handler(() => storage.read()),
    cleanUp: routes.cleanUp.handler(({ input }) => storage.cleanUp(input.kind, input.withOnlyHere)),
    undo: routes.undo.handler(() => storage.undo()),
    work: routes.work.handler(() => storage.work()),
    stop: routes.stop.handler(() => storage.stop()),
    backUp: routes.backUp.handler(({ input }) => storage.backUp(input.typed)),
    restore: routes.restore.handler(({ input }) => storage.restore(input.typed)),
    move: routes.move.handler(({ input }) => storage.move(input.typed)),
    restoreBackup: routes.restoreBackup.handler(({ input }) => storage.restoreBackup(input.name)),
    goBackTo: routes.goBackTo.handler(({ input }) => storage.goBackTo(input.folder)),
    removeEarlier: routes.removeEarlier.handler(({ input }) => storage.removeEarlier(input.folder)),
    forgetOrder: routes.forgetOrder.handler(() => storage.forgetOrder()),
    restart: routes.restart.handler(() => storage.restart()),
  };
}
