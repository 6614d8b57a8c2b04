/** Loads dialogs when they first open, and keeps them. */
import { lazy, Suspense, useState } from 'react';
import { useStudio } from '../session/index.ts';

const SaveDialog = lazy(() => import('../saving/SaveDialog.tsx'));
const BatchDialog = lazy(() => import('../batch/BatchDialog.tsx'));

export function LateDialogs() {
  const hasSaving = useOnce(useStudio((state) => state.saving.isShown));
  const hasBatch = useOnce(useStudio((state) => state.batches.draft !== undefined));
  return (
    <Suspense fallback={null}>
      {hasSaving && <SaveDialog />}
      {hasBatch && <BatchDialog />}
    </Suspense>
  );
}

/** @returns whether the value is or was ever true */
function useOnce(value: boolean): boolean {
  const [has, setHas] = useState(value);
  if (value && !has) setHas(true);
  return has || value;
}
