/** Two files fill both slots; a single file goes to the first empty slot. */
import { useFacesSession, useFacesState } from '../session/index.ts';

export function useTakeFaces(): (files: readonly File[]) => Promise<void> {
  const session = useFacesSession();
  const state = useFacesState();
  const { face, picture } = session.slots;
  return async ([first, second]) => {
    if (first === undefined) return;
    if (second !== undefined) {
      await Promise.all([face.takeFiles([first]), picture.takeFiles([second])]);
    } else if (face.state.getState().photo === undefined) await face.takeFiles([first]);
    else if (picture.state.getState().photo === undefined) await picture.takeFiles([first]);
    else await session.slots[state().place].takeFiles([first]);
  };
}
