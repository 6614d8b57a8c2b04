import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { backend, queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import {
  pickedItems,
  pickFiles,
  pickFolder,
  type DroppedItems,
} from '../../../features/files/file-input.ts';
import type { FileSource } from '../../../features/files/file-intake.ts';
import { handOver } from '../../../features/files/hand-over.ts';
import { draftFiles, fail, running, useRecipes } from '../session/use-recipes.ts';

export interface AddFiles {
  addFiles(): void;
  addFolder(): void;
  takeFiles(files: readonly File[]): void;
  takeItems(items: DroppedItems, source: FileSource): void;
}

export function useAddFiles(): AddFiles {
  const { isInFront } = useScreen();
  const canLink = useCanLink();
  const runId = useRecipes((state) => state.draft?.runId);

  // dropped files go to this screen's draft while it is in front
  useEffect(() => {
    if (!isInFront || !canLink || runId === undefined) return undefined;
    backend.recipes.takeDrops({ runId }).catch(fail);
    return () => {
      backend.recipes.takeDrops({}).catch(fail);
    };
  }, [isInFront, canLink, runId]);

  return useMemo(() => {
    const byBytes = (items: DroppedItems): void => {
      running.show(undefined);
      void draftFiles.add(items);
    };
    /** Links files at their paths, and hands over the bytes of those that have none. */
    async function linkOrAdd(items: DroppedItems): Promise<void> {
      try {
        running.show(undefined);
        await backend.recipes.takeDrops({ runId: await draftFiles.runId() });
        const others = await handOver(items.files);
        if (others.length > 0) byBytes(pickedItems(others));
        else await draftFiles.changed();
      } catch (thrown) {
        fail(thrown);
      }
    }
    return {
      addFiles() {
        if (canLink) void draftFiles.choose('files');
        else pickFiles((picked) => byBytes(pickedItems(picked)), undefined, true);
      },
      addFolder() {
        if (canLink) void draftFiles.choose('folder');
        else pickFolder((picked) => byBytes(pickedItems(picked)));
      },
      takeFiles: (picked) => byBytes(pickedItems(picked)),
      takeItems(items, source) {
        // a pasted picture has no path
        if (canLink && source === 'drop') void linkOrAdd(items);
        else byBytes(items);
      },
    };
  }, [canLink]);
}

/** True under Electron, which reads files at their paths; false in a browser. */
function useCanLink(): boolean {
  const { data } = useQuery(queries.app.info.queryOptions());
  return data?.canLink === true;
}
