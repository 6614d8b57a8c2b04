/** What mounted components contribute, such as commands. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';

interface SourcesState<Item> {
  readonly sources: ReadonlyMap<symbol, readonly Item[]>;
}

type Sources<Item> = UseBoundStore<StoreApi<SourcesState<Item>>>;

/** Creates an empty store; the latest contributions come last. */
export function createSources<Item>(): Sources<Item> {
  return create<SourcesState<Item>>(() => ({ sources: new Map() }));
}

/** @returns removes the contribution */
export function addSource<Item>(store: Sources<Item>, items: readonly Item[]): () => void {
  const source = Symbol('source');
  store.setState(({ sources }) => ({ sources: new Map(sources).set(source, items) }));
  return () => {
    store.setState(({ sources }) => {
      const rest = new Map(sources);
      rest.delete(source);
      return { sources: rest };
    });
  };
}
