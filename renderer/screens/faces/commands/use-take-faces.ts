/** Files without a place of their own: two fill both places; one goes where there is none yet. */
import { useFacesSession, useFacesState } from '../session/index.ts';

export function useTakeFaces(): (files: readonly File[]) => Promise<void> {
  const session = useFacesSession();
  const state = useFacesState();
  const { face, picture } = session.wells;
  return async ([first, second]) => {
    if (first === undefined) return;
    if (second !== undefined) {
      await Promise.all([face.takeFiles([first]), picture.takeFiles([second])]);
    } else if (face.state.getState().photo === undefined) await face.takeFiles([first]);
    else if (picture.state.getState().photo === undefined) await picture.takeFiles([first]);
    else await session.wells[state().place].takeFiles([first]);
  };
}
