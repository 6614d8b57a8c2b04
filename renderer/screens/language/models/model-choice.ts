/** Which models the account in use has: what a new conversation begins with, and what cannot be sent. Pure. */
import type { ModelList } from '../../../../shared/contract/models.ts';

/** The part of the list that decides. */
export type Offer = Pick<ModelList, 'models' | 'defaultModel' | 'refreshedAt' | 'isRefreshing'>;

/** The list is known, and does not have this model. */
export function isLacking(list: Offer | undefined, model: string | undefined): boolean {
  if (list?.refreshedAt === undefined || model === undefined) return false;
  return !list.models.some(({ id, isOffered }) => id === model && isOffered);
}

/** The model of something new: this one where the account has it, else the default, else the first. */
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
 * Why nothing can be sent to these models; `undefined` when it can.
 *
 * @param models `undefined` among them: none is selected
 */
export function modelObstacle(
  list: Offer | undefined,
  models: readonly (string | undefined)[],
): string | undefined {
  // a list that is being read has a default in a moment, and sending waits for it
  if (models.includes(undefined)) {
    return list === undefined || list.isRefreshing ? undefined : 'Select a model first.';
  }
  const lacking = models.find((model) => isLacking(list, model));
  if (lacking === undefined) return undefined;
  return `This connection does not offer “${lacking}”. Select another model.`;
}
