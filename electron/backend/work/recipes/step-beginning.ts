import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { reasonToSkip } from './condition.ts';
import { readableOf } from './readable.ts';
import { removedConnection } from './removed-connection.ts';
import type { FileStep, RunFile, StoredRun } from './run-rows.ts';
import { moduleOf } from './steps/modules.ts';
import type { StepBegun, StepTurn } from './steps/step.ts';
import type { RunDeps } from './run-deps.ts';

export function earlierThan(steps: readonly FileStep[], index: number): StepTurn['earlier'] {
  const changed = steps.slice(0, index).findLast(({ isChanged }) => isChanged);
  if (changed?.photoBefore === undefined) return undefined;
  return { photoId: changed.photoBefore, patchIds: changed.patchesBefore };
}

export async function stepBeginning(
  deps: Pick<RunDeps, 'photos' | 'patches' | 'connections' | 'jobs' | 'tools'>,
  settings: RecipeStep,
  steps: readonly FileStep[],
  run: StoredRun,
  file: RunFile,
  photoId: string,
): Promise<StepBegun> {
  const { photos, patches, tools } = deps;
  const photo = photos.row(photoId);
  const note = await reasonToSkip(
    settings.only,
    {
      size: photo,
      isChanged: steps[file.step - 1]?.isChanged ?? false,
      readable: () => Promise.resolve(readableOf({ photos, patches }, photoId)),
    },
    tools.finder,
  );
  if (note !== undefined) return { is: 'nothing', note };
  const turn: StepTurn = {
    photo,
    fileName: file.name,
    firstPhotoId: file.before?.photoId ?? photoId,
    get connection() {
      const { connectionId = '' } = run;
      if (deps.connections.exists(connectionId)) return deps.connections.named(connectionId);
      throw AppError.of(removedConnection(deps, run));
    },
    earlier: earlierThan(steps, file.step),
  };
  return await moduleOf(settings).begin(settings, turn, tools);
}
