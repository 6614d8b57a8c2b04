import { planRegions } from '../../../../../shared/geometry/regions.ts';
import { type AppError, invalidInput } from '../../../../../shared/errors/app-error.ts';
import { storedCallsOf } from './stored-calls.ts';
import { keptMask, stepMask } from './step-mask.ts';
import type { StepModule } from './step.ts';

export const cleanUpModule: StepModule<'clean-up'> = {
  plan({ mask, margin, matchColors }, picture, tools) {
    const { size } = picture;
    const base = { kind: 'cleanup', size, isChanged: true } as const;
    // Detection decides, and is most of the work.
    if (mask.from !== 'kept' || size === undefined) {
      return { ...base, calls: 1, pixels: 0, storedCalls: 0, isEstimate: true };
    }
    const tiles = keptMask(mask, size, tools);
    if (tiles.length === 0) throw tooSmall();
    const regions = planRegions(tiles, size);
    const work = { kind: 'cleanup', tiles, edge: { margin, matchColors } } as const;
    return {
      ...base,
      calls: regions.length,
      pixels: regions.reduce((sum, { region }) => sum + region.width * region.height, 0),
      storedCalls: storedCallsOf(picture, work, tools),
      isEstimate: false,
    };
  },
  async begin({ mask, margin, matchColors }, { photo, connection }, tools) {
    const tiles = await stepMask(mask, photo, tools);
    if (tiles.length === 0 && mask.from === 'kept') throw tooSmall();
    if (tiles.length === 0) return { is: 'nothing', note: NOTHING[mask.from] };
    const work = { kind: 'cleanup', tiles, edge: { margin, matchColors } } as const;
    return { is: 'calls', planned: tools.recipeJobs.plan(photo.id, work, connection) };
  },
};

const NOTHING = {
  kept: '',
  people: 'No people found. The picture is unchanged.',
  spots: 'No spots found. The picture is unchanged.',
  text: 'No text found. The picture is unchanged.',
  object: 'No object found there. The picture is unchanged.',
} as const;

function tooSmall(): AppError {
  return invalidInput(
    'The mask is too small to show at the size of this picture, or is outside it.',
  );
}
