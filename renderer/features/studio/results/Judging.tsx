/**
 * The result to judge: the one that is looked at, or the one that has just come. It is judged until
 * something else is begun.
 */
import { lazy, Suspense, useEffect } from 'react';
import {
  useCanvas,
  useResults,
  useSelecting,
  useStudio,
  useStudioSession,
} from '../session/index.ts';

// not needed before there is a result
const JudgingBar = lazy(() => import('./JudgingBar.tsx'));

export function Judging() {
  const session = useStudioSession();
  const photoId = useStudio((state) => state.photo?.id);
  const judgedId = useResults((state) => state.judgedId);
  const isComparing = useResults((state) => state.compared !== undefined);
  const isSelecting = useSelecting(({ proposal, note }) => (proposal ?? note) !== undefined);
  const isPainting = useCanvas((snapshot) => snapshot.isPainting) ?? false;
  const isKeyboard = useCanvas((snapshot) => snapshot.isKeyboardPointer) ?? false;
  const patch = useStudio((state) => state.patches.find(({ id }) => id === judgedId));
  useEffect(() => {
    if (isPainting || isSelecting) session?.review.judge(undefined);
  }, [session, isPainting, isSelecting]);
  if (patch === undefined || patch.state !== 'applied' || patch.operation === 'merge-face') {
    return null;
  }
  if (photoId === undefined || isComparing || isSelecting || isKeyboard) return null;
  return (
    <Suspense fallback={null}>
      <JudgingBar
        key={patch.id}
        patch={patch}
        photoId={photoId}
        onClose={() => session?.review.judge(undefined)}
      />
    </Suspense>
  );
}
