/** The buttons of an error notice, in their order: what is free comes before what may cost. */
import type { AppErrorAction, AppErrorData } from '../../../shared/errors/app-error.ts';

/** Ways out by name; one that is `undefined` cannot be carried out now. */
export type OfferedActions = { readonly [Action in AppErrorAction]?: (() => void) | undefined };

/** A button. */
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
 * @param action what the error itself names; "Try again" may be a paid call, the others never are
 * @param actions that can be carried out here
 * @param free of the place's own, they cost nothing
 * @param other of the place's own, may cost
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
