import type { StepCondition } from '../../../../shared/contract/recipes.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { Finder, ReadablePicture } from './finder.ts';

interface ConditionFacts {
  readonly size: Size;
  readonly isChanged: boolean;
  readonly readable: () => Promise<ReadablePicture>;
}

/** @returns `undefined` if the step runs @throws AppError as `Finder` */
export async function reasonToSkip(
  only: StepCondition | undefined,
  { size, isChanged, readable }: ConditionFacts,
  finder: Pick<Finder, 'has'>,
): Promise<string | undefined> {
  const longer = Math.max(size.width, size.height);
  switch (only?.if) {
    case undefined:
      return undefined;
    case 'larger':
      return longer > only.side ? undefined : `The picture is not larger than ${only.side} pixels.`;
    case 'smaller':
      return longer < only.side
        ? undefined
        : `The picture is not smaller than ${only.side} pixels.`;
    case 'changed':
      return isChanged ? undefined : 'The step before changed nothing.';
    case 'found':
      return (await finder.has(only.what, await readable())) ? undefined : NOT_FOUND[only.what];
  }
}

const NOT_FOUND = {
  text: 'No text found.',
  face: 'No face found.',
  people: 'No people found.',
} as const;
