import type { TrainingSelection, TrainingState } from '../../../../shared/contract/training.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import type { TrainingStore } from './training-store.ts';

export type Changed = { readonly changed: number };

export const ORDERABLE: readonly TrainingState[] = ['ready', 'failed', 'unknown', 'duplicate'];

export function createUploadOrders(deps: {
  readonly store: TrainingStore;
  readonly connections: Pick<Connections, 'active'>;
  readonly onOrdered: () => void;
  readonly onUnread: () => void;
  readonly onChange: () => void;
}): (selection: TrainingSelection, states: readonly TrainingState[]) => Changed {
  const { store, connections } = deps;

  function order(selection: TrainingSelection, states: readonly TrainingState[]): Changed {
    const { id: connectionId, name: connectionName } = connections.active();
    const ordered = {
      state: 'waiting',
      isOrdered: true,
      connectionId,
      connectionName,
      assetId: null,
      error: null,
    } as const;
    const count = store.together(() => {
      const isAlike = states.includes('duplicate');
      const alike = isAlike
        ? store.updateAll(selection, ['duplicate'], { ...ordered, likeId: null })
        : 0;
      const others = states.filter((state) => state !== 'duplicate');
      return alike + store.updateAll(selection, others, ordered);
    });
    if (count > 0) deps.onOrdered();
    deps.onChange();
    return { changed: count };
  }

  /** Files without facts must be read before they can be sent. */
  function readAgain(selection: TrainingSelection): Changed {
    const unread = [...store.each(selection)].filter(
      ({ state, sentLength }) => state === 'failed' && sentLength === null,
    );
    if (unread.length === 0) return { changed: 0 };
    const count = store.updateAll({ ids: unread.map(({ id }) => id) }, ['failed'], {
      state: 'checking',
      error: null,
    });
    deps.onUnread();
    deps.onChange();
    return { changed: count };
  }

  return (selection, states) => {
    const unread = readAgain(selection);
    return { changed: unread.changed + order(selection, states).changed };
  };
}
