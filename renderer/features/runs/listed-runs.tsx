/**
 * Provides the results of a list to its cards on demand, so that a card does not render again when
 * another one changes.
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
  /** In the order of the list. */
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

/** A click on a card, as in file managers. @param open called by a plain click */
export function usePressRun(
  runs: Pick<RunActions, 'add' | 'selectTo'>,
  open: (jobId: string) => void,
): (event: MouseEvent, jobId: string) => void {
  const listed = use(ListedContext);
  return (event, jobId) => {
    if (event.shiftKey) runs.selectTo(jobId, listed());
    else if (event.ctrlKey || event.metaKey) runs.add(jobId);
    else open(jobId);
  };
}
