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
}) {
  const { store, connections } = deps;

  /** Files without facts must be read before they can be sent. */
  function readAgain(selection: TrainingSelection): number {
    const ids = [...store.each(selection)].flatMap(({ id, state, sentLength }) =>
      state === 'failed' && sentLength === null ? [id] : [],
    );
    if (ids.length === 0) return 0;
    const count = store.updateAll({ ids }, ['failed'], { state: 'checking', error: null });
    deps.onUnread();
    return count;
  }

  return (selection: TrainingSelection, states: readonly TrainingState[]): Changed => {
    const unread = readAgain(selection);
    const { id: connectionId, name: connectionName } = connections.active();
    const connection = { connectionId, connectionName, assetId: null };
    const ordered = { state: 'waiting', isOrdered: true, error: null, ...connection } as const;
    const count = store.together(() => {
      const alike = states.filter((state) => state === 'duplicate');
      const others = states.filter((state) => state !== 'duplicate');
      return (
        store.updateAll(selection, alike, { ...ordered, likeId: null }) +
        store.updateAll(selection, others, ordered)
      );
    });
    if (count > 0) deps.onOrdered();
    deps.onChange();
    return { changed: unread + count };
  };
}
