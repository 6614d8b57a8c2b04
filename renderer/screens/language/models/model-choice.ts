/** Decides which models of the active account a conversation can use. */
import type { ModelList } from '../../../../shared/contract/models.ts';

export type Offer = Pick<ModelList, 'models' | 'defaultModel' | 'refreshedAt' | 'isRefreshing'>;

/** True if the list is known and lacks this model. */
export function isLacking(list: Offer | undefined, model: string | undefined): boolean {
  if (list?.refreshedAt === undefined || model === undefined) return false;
  return !list.models.some(({ id, isOffered }) => id === model && isOffered);
}

/** Prefers this model, then the default, then the first. */
export function modelForNew(
  list: Offer | undefined,
  model: string | undefined,
): string | undefined {
  if (model !== undefined && !isLacking(list, model)) return model;
  const usual = list?.defaultModel;
  if (usual !== undefined && !isLacking(list, usual)) return usual;
  return (
    list?.models.find(({ isOffered, isWithdrawn }) => isOffered && isWithdrawn !== true)?.id ??
    usual
  );
}

/**
 * @param models `undefined` among them: none is selected
 * @returns `undefined` if all can be used
 */
export function modelObstacle(
  list: Offer | undefined,
  models: readonly (string | undefined)[],
): string | undefined {
  // while the list loads, sending waits for its default
  if (models.includes(undefined)) {
    return list === undefined || list.isRefreshing ? undefined : 'Select a model first.';
  }
  const lacking = models.find((model) => isLacking(list, model));
  if (lacking === undefined) return undefined;
  return `This connection does not offer “${lacking}”. Select another model.`;
}
