import type { StepOf } from '../../../../../shared/contract/recipes.ts';
import type { Rect, Size } from '../../../../../shared/geometry/rect.ts';
import { blocksOf } from '../../../../../shared/geometry/text-blocks.ts';
import {
  fitsTextRemoval,
  planTextTiles,
  planWholePhoto,
  reducedSize,
} from '../../../../../shared/geometry/text-tiles.ts';
import type { BatchWork } from '../../jobs/starting/recipe-jobs.ts';
import { readableOf } from '../readable.ts';
import { storedCallsOf } from './stored-calls.ts';
import type { StepModule, StepPlan } from './step.ts';

export const removeTextModule: StepModule<'remove-text'> = {
  async plan(step, picture, tools) {
    const { size } = picture;
    const base = { kind: 'remove-text', size, isChanged: true } as const;
    // The size of a file that must be converted is known only when it is run.
    if (size === undefined) {
      return { ...base, calls: 1, pixels: 0, storedCalls: 0, isEstimate: true };
    }
    const lines = step.where === 'found' ? await tools.finder.text(await picture.readable()) : [];
    if (step.where === 'found' && lines.length === 0) {
      const isEstimate = picture.photoId === undefined;
      return { ...base, calls: 0, pixels: 0, storedCalls: 0, isEstimate, isChanged: false };
    }
    const work = workOf(step, size, lines);
    const sent = sentBy(work, size);
    return {
      ...base,
      calls: sent.length,
      pixels: sent.reduce((sum, { width, height }) => sum + width * height, 0),
      storedCalls: storedCallsOf(picture, work, tools),
      isEstimate: step.where === 'found' && picture.photoId === undefined,
    } satisfies StepPlan;
  },
  async begin(step, { photo, connection }, tools) {
    const lines =
      step.where === 'found' ? await tools.finder.text(readableOf(tools, photo.id)) : [];
    if (step.where === 'found' && lines.length === 0) return { is: 'nothing', note: NO_TEXT };
    return {
      is: 'calls',
      planned: tools.recipeJobs.plan(photo.id, workOf(step, photo, lines), connection),
    };
  },
};

const NO_TEXT = 'No text found. The picture is unchanged.';

function workOf(
  { where, detail }: StepOf<'remove-text'>,
  size: Size,
  lines: readonly { readonly bounds: Rect }[],
): Extract<BatchWork, { readonly kind: 'remove-text' }> {
  const isWhole = where === 'whole' || detail === 'reduced' || fitsTextRemoval(size);
  if (isWhole) return { kind: 'remove-text', isReduced: detail === 'reduced' };
  return { kind: 'remove-text', boxes: blocksOf(lines, size).map(({ rect }) => rect) };
}

function sentBy(
  work: Extract<BatchWork, { readonly kind: 'remove-text' }>,
  size: Size,
): readonly Size[] {
  if ('boxes' in work) return planTextTiles(work.boxes, size).map(({ region }) => region);
  if (!work.isReduced || fitsTextRemoval(size)) {
    return planWholePhoto(size).map(({ region }) => region);
  }
  return [reducedSize(size)];
}
