/** Cost and the button. Always in sight. */
import { RunSendBar } from '../../../work/runs/RunSendBar.tsx';
import { count } from '../../../base/ui/format.ts';
import { useUnshown } from '../../../pictures/viewer/unshown.ts';
import { useWellState } from '../../../pictures/wells/index.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export function SendBar() {
  const session = useFacesSession();
  // drawn again when anything that is sent changes
  useFaces((state) => state.crops);
  useFaces((state) => state.more);
  useUnshown();
  const face = useWellState(session.wells.face);
  const picture = useWellState(session.wells.picture);
  const isSending = useFaces((state) => state.isSending);
  const error = useFaces((state) => state.error);
  const calls = session.requests().length;
  const counts = session.counts();
  return (
    <RunSendBar
      runs={session.runs}
      kind="merge-face"
      calls={calls}
      error={error}
      obstacle={session.obstacle()}
      isSending={isSending}
      isQuiet={face.isOpening || picture.isOpening}
      onSend={() => void session.send()}
    >
      {calls > 1
        ? `Merge ${count(counts.face, 'face')} into ${count(counts.picture, 'picture')}`
        : 'Merge face'}
    </RunSendBar>
  );
}
