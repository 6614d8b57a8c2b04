/** Derives comparable states from the results, so that they stay current. */
import type { Patch } from '../../../../shared/contract/photos.ts';
import { isEmptyRect, unionRects, type Rect } from '../../../../shared/geometry/rect.ts';
import { count } from '../../../core/ui/format.ts';
import { resultName } from './result-name.ts';
import { shownVariant } from './variants.ts';

export interface KeptState {
  /** From 1. */
  readonly number: number;
  readonly patchIds: readonly string[];
}

interface PhotoState {
  /** `original`, `now`, `after:<result>`, `without:<result>`, `kept:<number>` */
  readonly id: string;
  readonly name: string;
}

interface StateGroup {
  /** Missing for the first group. */
  readonly name: string | undefined;
  readonly states: readonly PhotoState[];
}

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

export const ORIGINAL = 'original';
export const NOW = 'now';

/** Newest first within a group. @param patches lowest first */
export function stateGroups(
  patches: readonly Patch[],
  kept: readonly KeptState[],
): readonly StateGroup[] {
  const newest = patches.toReversed();
  const groups: readonly StateGroup[] = [
    {
      name: undefined,
      states: [
        { id: ORIGINAL, name: 'Original' },
        { id: NOW, name: 'Now' },
      ],
    },
    {
      name: 'Saved states',
      states: kept.map(({ number, patchIds }) => ({
        id: `kept:${number}`,
        name: `State ${number} (${count(patchIds.length, 'result')})`,
      })),
    },
    {
      name: 'After each result',
      states: newest.map((patch) => ({
        id: `after:${patch.id}`,
        name: `After ${resultName(patch)}`,
      })),
    },
    {
      name: 'Now, without one result',
      states: newest
        .filter(({ state }) => state === 'applied')
        .map((patch) => ({ id: `without:${patch.id}`, name: `Without ${resultName(patch)}` })),
    },
  ];
  return groups.filter(({ states }) => states.length > 0);
}

/**
 * Returns a state's results, lowest first; `undefined` if it is gone.
 * “After” includes earlier visible results and the result itself even if hidden, but not the
 * variant shown instead.
 */
export function resultsOfState(
  id: string,
  patches: readonly Patch[],
  kept: readonly KeptState[],
): readonly Patch[] | undefined {
  const shown = patches.filter(({ state }) => state === 'applied');
  if (id === ORIGINAL) return [];
  if (id === NOW) return shown;
  const [kind, key] = id.split(':', 2);
  if (kind === 'kept') {
    const state = kept.find(({ number }) => String(number) === key);
    return state && patches.filter((patch) => state.patchIds.includes(patch.id));
  }
  const result = patches.find((patch) => patch.id === key);
  if (result === undefined) return undefined;
  if (kind === 'without') return shown.filter((patch) => patch !== result);
  const inItsPlace = shownVariant(patches, result.id);
  return patches.filter(
    (patch) =>
      patch === result ||
      (patch.number < result.number && patch.state === 'applied' && patch !== inItsPlace),
  );
}

/**
 * Returns the bounds of the results that only one state shows.
 * @returns photo space; `undefined` if both are equal
 */
export function changeBetween(
  first: readonly Patch[] = [],
  second: readonly Patch[] = [],
): Rect | undefined {
  const isIn = (list: readonly Patch[]) => (patch: Patch) => list.some(({ id }) => id === patch.id);
  const others = [...first, ...second].filter((each) => !isIn(first)(each) || !isIn(second)(each));
  const all = others.reduce((rect, patch) => unionRects(rect, patch.rect), NOWHERE);
  return isEmptyRect(all) ? undefined : all;
}

/** Returns an empty name if the state is gone. */
export function nameOfState(id: string, groups: readonly StateGroup[]): string {
  return groups.flatMap(({ states }) => states).find((state) => state.id === id)?.name ?? '';
}

export function aroundResult(patch: Patch): { readonly first: string; readonly second: string } {
  return patch.state === 'applied'
    ? { first: `without:${patch.id}`, second: NOW }
    : { first: NOW, second: `after:${patch.id}` };
}

/**
 * Steps through visible results in order of creation, wrapping around.
 * @param from `undefined`: the first or the last
 */
export function neighbour(
  patches: readonly Patch[],
  from: string | undefined,
  direction: 1 | -1,
): Patch | undefined {
  const shown = patches.filter(({ state }) => state === 'applied');
  const current = patches.find(({ id }) => id === from)?.number;
  if (current === undefined) return shown.at(direction === 1 ? 0 : -1);
  return direction === 1
    ? (shown.find(({ number }) => number > current) ?? shown[0])
    : (shown.findLast(({ number }) => number < current) ?? shown.at(-1));
}
