import { os } from '../../service/common/procedures.ts';
import type { RouterDeps } from './router-deps.ts';

export function followRoutes(deps: RouterDeps) {
  const { recipeFollows: follows, savedFolder } = deps;
  const { recipeFollows } = os;
  return {
    recipeFollows: {
      list: recipeFollows.list.handler(() => follows.list()),
      changes: recipeFollows.changes.handler(({ signal }) => follows.changes(signal)),
      chooseFolder: recipeFollows.chooseFolder.handler(({ input }) =>
        follows.chooseFolder(input.typed),
      ),
      begin: recipeFollows.begin.handler(async ({ input: { into, ...order } }) => ({
        followId: await follows.begin({ ...order, savesTo: savedFolder.path(into) }),
      })),
      confirm: recipeFollows.confirm.handler(({ input }) => follows.confirm(input.followId)),
      pause: recipeFollows.pause.handler(({ input }) => follows.pause(input.followId)),
      setLimit: recipeFollows.setLimit.handler(({ input: { followId, ...limit } }) =>
        follows.setLimit(followId, limit),
      ),
      runNow: recipeFollows.runNow.handler(({ input }) => follows.runNow(input.followId)),
      remove: recipeFollows.remove.handler(({ input }) => follows.remove(input.followId)),
    },
  };
}
