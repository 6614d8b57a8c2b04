/** Judges the result that is selected or has just arrived, until something else is begun. */
import { lazy, Suspense, useEffect } from 'react';
import { isSelecting } from '../model/studio-store.ts';
import { shownVariant } from '../model/variants.ts';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';

// not needed until there is a result
const JudgingBar = lazy(() => import('./JudgingBar.tsx'));

export function Judging() {
  const session = useStudioSession();
  const judgedId = useStudio((state) => state.results.judgedId);
  const isComparing = useStudio((state) => state.results.compared !== undefined);
  const isBusy = useStudio(({ selecting }) => isSelecting(selecting));
  const isPainting = useCanvas((snapshot) => snapshot.isPainting) ?? false;
  const isKeyboard = useCanvas((snapshot) => snapshot.isKeyboardPointer) ?? false;
  const patches = useStudio((state) => state.patches);
  const patch = shownVariant(patches, judgedId);
  useEffect(() => {
    if (isPainting || isBusy) session?.review.judge(undefined);
  }, [session, isPainting, isBusy]);
  if (patch === undefined || patch.operation === 'merge-face') return null;
  if (isComparing || isBusy || isKeyboard) return null;
  return (
    <Suspense fallback={null}>
      <JudgingBar patch={patch} onClose={() => session?.review.judge(undefined)} />
    </Suspense>
  );
}
