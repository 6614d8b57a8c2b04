import type { Judgement, RecipeFile } from '../../../../shared/contract/recipes.ts';
import { clamp } from '../../../../shared/numbers.ts';
import { canBeJudged } from '../model/file-words.ts';

/** Same keys as in the list. */
const JUDGEMENTS: Readonly<Record<string, Judgement>> = { a: 'accepted', r: 'rejected', u: 'none' };
const STEPS: Readonly<Record<string, number>> = { arrowright: 1, arrowleft: -1 };

/** @returns the picture to show, and a judgement of the one at `position`; `undefined` for other keys */
export function orderOfKey(
  key: string,
  preview: {
    readonly position: number;
    /** Still the previous file until the one at `position` is loaded. */
    readonly file: Pick<RecipeFile, 'position' | 'state'> | undefined;
    readonly isRun: boolean;
    readonly files: number;
  },
): { readonly to: number; readonly judgement?: Judgement } | undefined {
  const { position, file, isRun, files } = preview;
  const to = (step: number): number => clamp(position + step, 0, files - 1);
  const step = STEPS[key.toLowerCase()];
  if (step !== undefined) return { to: to(step) };
  const judgement = isRun ? JUDGEMENTS[key.toLowerCase()] : undefined;
  if (judgement === undefined) return undefined;
  if (file?.position !== position || !canBeJudged(file)) return { to: position };
  return { to: to(judgement === 'none' ? 0 : 1), judgement };
}
