/** Loads dialogs when they first open, and keeps them. */
import { lazy, Suspense } from 'react';
import { useWasTrue } from '../../../core/ui/use-was-true.ts';
import { useStudio } from '../session/index.ts';

const SaveDialog = lazy(() => import('../saving/SaveDialog.tsx'));
const BatchDialog = lazy(() => import('../batch/BatchDialog.tsx'));

export function LateDialogs() {
  const hasSaving = useWasTrue(useStudio((state) => state.saving.isShown));
  const hasBatch = useWasTrue(useStudio((state) => state.batches.draft !== undefined));
  return (
    <Suspense fallback={null}>
      {hasSaving && <SaveDialog />}
      {hasBatch && <BatchDialog />}
    </Suspense>
  );
}
