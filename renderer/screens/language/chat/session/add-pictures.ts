import { MOST_PICTURES, type MessagePicture } from '../../../../../shared/contract/language.ts';
import { count } from '../../../../core/ui/format.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { Drafts } from './drafts.ts';

/** Longer side as sent unless another was selected, px. */
export const USUAL_SIDE = 1024;

type Pictures = readonly MessagePicture[];

/** @param opened counts the conversations that were chosen */
export function createAddPictures(
  { store, importPicture, say }: Pick<ChatDeps, 'store' | 'importPicture' | 'say'>,
  drafts: Pick<Drafts, 'change' | 'changeStored'>,
  opened: () => number,
  fail: (thrown: unknown) => void,
) {
  /** Importing takes seconds: each picture goes to the conversation it was added to. */
  return async (files: readonly File[]): Promise<void> => {
    const { conversationId } = store.getState();
    const order = opened();
    const refused: unknown[] = [];
    const taken = files.slice(0, MOST_PICTURES);
    let left = files.length - taken.length;
    const withPicture = (pictures: Pictures, photoId: string): Pictures => {
      if (pictures.some((each) => each.photoId === photoId)) return pictures;
      if (pictures.length < MOST_PICTURES) {
        return [...pictures, { photoId, longestSide: pictures[0]?.longestSide ?? USUAL_SIDE }];
      }
      left += 1;
      return pictures;
    };
    for (const file of taken) {
      try {
        const { id } = await importPicture(file);
        const { conversationId: inFront, pictures } = store.getState();
        // the first message of a new conversation may have been sent
        const isSame = opened() === order || inFront === conversationId;
        if (isSame) drafts.change({ pictures: withPicture(pictures, id) });
        else await drafts.changeStored(conversationId, (stored) => withPicture(stored, id));
      } catch (thrown) {
        refused.push(thrown);
      }
    }
    if (left > 0) {
      say(`A message takes up to ${MOST_PICTURES} pictures. ${count(left, 'picture')} left out.`);
    }
    if (refused.length > 0) fail(refused[0]);
  };
}
