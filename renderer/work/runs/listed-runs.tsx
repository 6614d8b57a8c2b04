/**
 * The results of a list for its cards, asked for when one is pressed: a card is not drawn again because another
 * one has changed.
 */
import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { RunActions } from './run-actions.ts';

const ListedContext = createContext<() => readonly Job[]>(() => []);

export function ListedRunsProvider(props: {
  /** As the list has them. */
  readonly order: readonly Job[];
  readonly children: ReactNode;
}) {
  const { order, children } = props;
  const latest = useRef(order);
  useLayoutEffect(() => {
    latest.current = order;
  });
  const get = useCallback(() => latest.current, []);
  return <ListedContext value={get}>{children}</ListedContext>;
}

/** Asks for the results of the list as they are at the moment. */
export function useListedRuns(): () => readonly Job[] {
  return use(ListedContext);
}

/** A press on a card, as in every file manager. @param open a plain one opens the result */
export function usePressRun(
  runs: Pick<RunActions, 'add' | 'selectTo'>,
  open: (jobId: string) => void,
): (event: MouseEvent, jobId: string) => void {
  const listed = useListedRuns();
  return (event, jobId) => {
    if (event.shiftKey) runs.selectTo(jobId, listed());
    else if (event.ctrlKey || event.metaKey) runs.add(jobId);
    else open(jobId);
  };
}
