/** The buttons of an error notice: free ones before those that may cost money. */
import type { AppErrorAction, AppErrorData } from '../../../shared/errors/app-error.ts';

/** By name; `undefined` if it cannot be carried out now. */
export type OfferedActions = { readonly [Action in AppErrorAction]?: (() => void) | undefined };

export interface ErrorOffer {
  readonly label: string;
  readonly run: () => void;
}

const ACTION_LABELS: Readonly<Record<AppErrorAction, string>> = {
  retry: 'Try again',
  'open-settings': 'Open Settings',
  'choose-other-file': 'Select another file',
  'use-practice': 'Use Practice',
  'save-first': 'Save first',
};

/**
 * @param action of the error itself; only "Try again" may be a paid call
 * @param actions that can be carried out here
 * @param free of this place, without cost
 * @param other of this place, may cost money
 */
export function orderOffers(
  { action }: Pick<AppErrorData, 'action'>,
  actions: OfferedActions,
  free: readonly ErrorOffer[],
  other: ErrorOffer | undefined,
): readonly ErrorOffer[] {
  const run = action && actions[action];
  const own = action && run ? [{ label: ACTION_LABELS[action], run }] : [];
  const rest = other === undefined ? [] : [other];
  return action === 'retry' ? [...free, ...own, ...rest] : [...own, ...free, ...rest];
}
