import type { OfferedFile } from '../../../../shared/contract/training.ts';
import { MOST_RECIPE_FILES } from '../../../../shared/contract/recipes.ts';
import { toAppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import { photoName } from '../../../../shared/export/file-names.ts';
import { requireFileSize } from '../../../../shared/files/file-size.ts';
import { formatNumber } from '../../../../shared/numbers.ts';
import { chosenFiles } from '../../service/common/chosen-files.ts';
import { os } from '../../service/common/procedures.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { isPictureFile, walkFiles, walkReadable } from '../../vision/imaging/reading/walk-files.ts';
import type { NewRunFile } from './run-store.ts';
import type { RunDeps } from './run-deps.ts';

const PORTION = 200;

/** All throw AppError `not-found`, `invalid-input` for a started run. */
export type RunSources = ReturnType<typeof createRunSources>;

export function createRunSources(
  deps: Pick<RunDeps, 'store' | 'photos' | 'folders' | 'log'> & {
    readonly ports: Pick<HostPorts, 'chooseTrainingFiles'>;
    readonly changed: () => void;
  },
) {
  const { store, photos, folders, ports, changed } = deps;
  let dropsTo: string | undefined;

  function add(runId: string, files: readonly NewRunFile[]): number {
    store.mustBeDraft(runId);
    const there = store.countFiles(runId, { filter: 'all' });
    if (there + files.length > MOST_RECIPE_FILES) {
      const [most, taken] = [MOST_RECIPE_FILES, there].map(formatNumber);
      throw invalidInput(
        `A recipe runs on at most ${most} files at a time. This one has ${taken}. Run it on the others afterwards.`,
      );
    }
    store.addFiles(runId, files);
    changed();
    return files.length;
  }

  async function addPaths(
    runId: string,
    paths: readonly string[],
    walk = walkReadable,
  ): Promise<number> {
    store.mustBeDraft(runId);
    let added = 0;
    let portion: NewRunFile[] = [];
    const passedOver = (kind: string) =>
      deps.log(`recipes: an entry of a folder was skipped: ${kind}`);
    for await (const file of walk(paths, passedOver)) {
      const { path, name, folder, byteLength, modifiedAt } = file;
      if (!(await isPictureFile(file))) {
        store.noteOthers(runId, [path]);
        continue;
      }
      const source = { from: 'path', path } as const;
      portion.push({ name: photoName(name), folder, byteLength, modifiedAt, source });
      if (portion.length < PORTION) continue;
      added += add(runId, portion);
      portion = [];
    }
    return added + (portion.length === 0 ? 0 : add(runId, portion));
  }

  const procedures = {
    draft: os.recipes.draft.handler(() => ({ runId: store.addDraft() })),
    addPhotos: os.recipes.addPhotos.handler(({ input: { runId, photoIds } }) => {
      const files = [...new Set(photoIds)].map((photoId): NewRunFile => {
        const source = { from: 'photo', photoId } as const;
        // One that was removed meanwhile is skipped by the plan.
        if (!photos.exists(photoId)) return { name: 'Removed photo', folder: '', source };
        const { name, byteLength } = photos.row(photoId);
        return { name, folder: '', source, byteLength };
      });
      return { added: add(runId, files) };
    }),
    choose: os.recipes.choose.handler(async ({ input: { runId, what } }) => {
      store.mustBeDraft(runId);
      return { added: await addPaths(runId, await chosenFiles(ports, what)) };
    }),
    drop: os.recipes.drop.handler(async ({ input: { runId, positions } }) => {
      store.mustBeDraft(runId);
      const dropped = store.dropFiles(runId, positions);
      changed();
      for (const { source } of dropped) {
        if (source.from === 'copy') await folders.forgetCopy(source.copy);
      }
      return { changed: dropped.length };
    }),
    takeDrops: os.recipes.takeDrops.handler(({ input: { runId } }) => {
      if (runId !== undefined) store.mustBeDraft(runId);
      dropsTo = runId;
    }),
  };

  return {
    procedures,
    /** Leaves out no path, so that positions are those of the paths. */
    addPaths: (runId: string, paths: readonly string[]) => addPaths(runId, paths, walkFiles),
    async take(
      runId: string,
      { name, folder, byteLength, modifiedAt }: OfferedFile,
      bytes: AsyncIterable<Uint8Array>,
    ): Promise<void> {
      store.mustBeDraft(runId);
      requireFileSize(name, byteLength);
      const kept = await folders.keep(bytes);
      const source = { from: 'copy', copy: kept.copy } as const;
      try {
        add(runId, [
          { name: photoName(name), folder, source, byteLength: kept.byteLength, modifiedAt },
        ]);
      } catch (error) {
        await folders.forgetCopy(kept.copy);
        throw error;
      }
    },
    takeDropped(paths: readonly string[], failed: (error: unknown) => void = () => {}): boolean {
      const runId = dropsTo;
      if (runId === undefined || store.get(runId)?.state !== 'draft') return false;
      addPaths(runId, paths).catch((error: unknown) => {
        deps.log(`recipes: dropped files: ${toAppError(error).message}`);
        failed(error);
      });
      return true;
    },
  };
}
