import { readyPhoto } from '../model/studio-store.ts';
import { useStudioStore } from '../session/index.ts';

export function useNeedsPhoto(): () => string | undefined {
  const store = useStudioStore();
  return () => (readyPhoto(store.getState()) === undefined ? 'Open a photo first' : undefined);
}
