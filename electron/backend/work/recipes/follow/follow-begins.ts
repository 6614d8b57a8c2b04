import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { MOST_FOLLOWS } from '../../../../../shared/contract/recipe-follows.ts';
import { invalidInput, notFound } from '../../../../../shared/errors/app-error.ts';
import { os } from '../../../service/common/procedures.ts';
import type { HostPorts } from '../../../service/common/ports.ts';
import { typedFolder } from '../../../service/common/typed-path.ts';
import type { FileFacts, FollowStore } from './follow-store.ts';
import { isInside, picturesIn } from './scan-folder.ts';

/** @param deps.recipeOf throws for an unknown recipe */
export function createFollowBegins(deps: {
  readonly follows: Pick<FollowStore, 'list' | 'add'>;
  readonly ports: Pick<HostPorts, 'chooseFolder'>;
  readonly recipeOf: (of: { readonly recipeId: string }) => unknown;
}) {
  const { follows, ports } = deps;
  /** SECURITY: S35 folders that the user chose, by the page's id. */
  const chosen = new Map<string, string>();

  /** @throws AppError `invalid-input` for a folder that cannot be watched */
  function requireApart(folder: string, savesTo: string | undefined): void {
    const others = follows.list();
    if (others.length >= MOST_FOLLOWS) {
      throw invalidInput(`At most ${MOST_FOLLOWS} folders are followed. Remove one first.`);
    }
    if (savesTo === folder) {
      throw invalidInput('Finished files need a folder of their own. Select another one for them.');
    }
    for (const other of others) {
      if (other.folder === folder) throw invalidInput('This folder is followed already.');
      // Each would process the other's results forever.
      const takesOurs = savesTo !== undefined && isInside(savesTo, other.folder);
      const givesUs = other.savesTo !== undefined && isInside(other.savesTo, folder);
      if (takesOurs && givesUs) {
        throw invalidInput(
          'Two recipes would take each other’s finished files. Select another folder.',
        );
      }
    }
  }

  function mustKnow(folderId: string): string {
    const path = chosen.get(folderId);
    if (path !== undefined) return path;
    throw notFound('Gesso no longer knows this folder. Select it again.');
  }

  return {
    chooseFolder: os.recipeFollows.chooseFolder.handler(async ({ input: { typed } }) => {
      const path =
        ports.chooseFolder === undefined ? await typedFolder(typed) : await ports.chooseFolder();
      if (path === undefined) return { kind: 'cancelled' };
      const folderId = randomUUID();
      chosen.set(folderId, path);
      return { kind: 'chosen', folderId, path };
    }),
    /** Saves to `toFolderId`, else to the absolute path `savesTo`, else Gesso keeps the files. */
    async begin({
      recipeId,
      folderId,
      savesTo,
      toFolderId,
      takesExisting,
      ...limit
    }: {
      readonly callsADay: number;
      /** 1/10000 USD. */
      readonly moneyADay: number;
      readonly recipeId: string;
      readonly folderId: string;
      readonly savesTo: string | undefined;
      readonly toFolderId?: string | undefined;
      readonly takesExisting: boolean;
    }): Promise<string> {
      const folder = await realpath(mustKnow(folderId));
      const to = toFolderId === undefined ? savesTo : mustKnow(toFolderId);
      const place = to === undefined ? undefined : await realpath(to);
      requireApart(folder, place);
      deps.recipeOf({ recipeId });
      const existing: (FileFacts & { readonly path: string })[] = [];
      if (!takesExisting) {
        for await (const file of picturesIn(folder, place)) existing.push(file);
      }
      requireApart(folder, place); // Another window may have been faster.
      return follows.add({ recipeId, folder, savesTo: place, ...limit, existing });
    },
  };
}
