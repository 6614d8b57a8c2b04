import { readyPhoto } from '../model/studio-store.ts';
import { useStudioStores } from '../session/index.ts';

/** Returns the obstacle of commands that need an open photo. */
export function useNeedsPhoto(): () => string | undefined {
  const { studio } = useStudioStores();
  return () => (readyPhoto(studio.getState()) === undefined ? 'Open a photo first' : undefined);
}
