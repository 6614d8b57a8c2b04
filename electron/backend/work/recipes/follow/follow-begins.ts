import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { MOST_FOLLOWS } from '../../../../../shared/contract/recipe-follows.ts';
import { invalidInput, notFound } from '../../../../../shared/errors/app-error.ts';
import type { HostPorts } from '../../../service/common/ports.ts';
import { typedFolder } from '../../../service/common/typed-path.ts';
import type { FileFacts, FollowStore } from './follow-store.ts';
import { isInside, picturesIn } from './scan-folder.ts';

interface FollowLimit {
  readonly callsADay: number;
  /** 1/10000 USD. */
  readonly moneyADay: number;
}

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
    const wrong = (message: string) => invalidInput(message);
    const others = follows.list();
    if (others.length >= MOST_FOLLOWS) {
      throw wrong(`At most ${MOST_FOLLOWS} folders are followed. Remove one first.`);
    }
    if (savesTo === folder) {
      throw wrong('Finished files need a folder of their own. Select another one for them.');
    }
    for (const other of others) {
      if (other.folder === folder) throw wrong('This folder is followed already.');
      // Each would process the other's results forever.
      const takesOurs = savesTo !== undefined && isInside(savesTo, other.folder);
      const givesUs = other.savesTo !== undefined && isInside(other.savesTo, folder);
      if (takesOurs && givesUs) {
        throw wrong('Two recipes would take each other’s finished files. Select another folder.');
      }
    }
  }

  function mustKnow(folderId: string): string {
    const path = chosen.get(folderId);
    if (path !== undefined) return path;
    throw notFound('Gesso no longer knows this folder. Select it again.');
  }

  return {
    /** @param typed an absolute path, where the host has no dialog */
    async chooseFolder(
      typed?: string,
    ): Promise<
      | { readonly kind: 'cancelled' }
      | { readonly kind: 'chosen'; readonly folderId: string; readonly path: string }
    > {
      const path =
        ports.chooseFolder === undefined ? await typedFolder(typed) : await ports.chooseFolder();
      if (path === undefined) return { kind: 'cancelled' };
      const folderId = randomUUID();
      chosen.set(folderId, path);
      return { kind: 'chosen', folderId, path };
    },
    /** Saves to `toFolderId`, else to the absolute path `savesTo`, else Gesso keeps the files. */
    async begin({
      recipeId,
      folderId,
      savesTo,
      toFolderId,
      takesExisting,
      ...limit
    }: FollowLimit & {
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
