/** Screens with work in progress that has no task of its own; the rail shows a dot. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { useScreen } from './screen-context.tsx';

const useWork = create<{ readonly screenIds: ReadonlySet<string> }>(() => ({
  screenIds: new Set(),
}));

export function useHasWork(screenId: string): boolean {
  return useWork(({ screenIds }) => screenIds.has(screenId));
}

/** Shows the dot of the component's screen, even while another one is current. */
export function useWorkDot(isWorking: boolean): void {
  const { id } = useScreen();
  useEffect(() => {
    if (!isWorking) return undefined;
    useWork.setState(({ screenIds }) => ({ screenIds: new Set([...screenIds, id]) }));
    return () =>
      useWork.setState(({ screenIds }) => ({
        screenIds: new Set([...screenIds].filter((each) => each !== id)),
      }));
  }, [isWorking, id]);
}
