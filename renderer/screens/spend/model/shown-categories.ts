import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';

type Chosen = Pick<SpendView, 'categories' | 'without'>;

export const ALL_CATEGORIES: Chosen = { categories: [...CHARGED_CATEGORIES], without: undefined };

export function areAllShown(view: Chosen): boolean {
  return isOfAllKnown(view) && (view.without ?? []).length === 0;
}

export function isShown(view: Chosen, category: string): boolean {
  if (view.categories.includes(category)) return true;
  const isKnown = CHARGED_CATEGORIES.some((each) => each === category);
  return !isKnown && isOfAllKnown(view) && !(view.without ?? []).includes(category);
}

/** @param further categories beyond the known ones */
export function withCategory(
  view: Chosen,
  category: string,
  isOn: boolean,
  further: readonly string[],
): Chosen {
  const shown = [...CHARGED_CATEGORIES, ...further].filter((each) =>
    each === category ? isOn : isShown(view, each),
  );
  const next = { categories: shown, without: undefined };
  if (!isOfAllKnown(next)) return next;
  const off = further.filter((each) => !shown.includes(each));
  return { categories: [...CHARGED_CATEGORIES], without: off.length === 0 ? undefined : off };
}

/** Unknown categories count if all known ones are on, unless they are switched off. */
function isOfAllKnown({ categories }: Chosen): boolean {
  return CHARGED_CATEGORIES.every((each) => categories.includes(each));
}
