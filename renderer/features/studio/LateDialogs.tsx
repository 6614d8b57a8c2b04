/** Dialogs that are loaded when they first open, and stay from then on. */
import { lazy, Suspense, useState } from 'react';
import { useBatches, useStudio } from './session/index.ts';

const SaveDialog = lazy(() => import('./saving/SaveDialog.tsx'));
const BatchDialog = lazy(() => import('./batch/BatchDialog.tsx'));

export function LateDialogs() {
  const hasSaving = useOnce(useStudio((state) => state.isSaveShown));
  const hasBatch = useOnce(useBatches((state) => state.draft !== undefined));
  return (
    <Suspense fallback={null}>
      {hasSaving && <SaveDialog />}
      {hasBatch && <BatchDialog />}
    </Suspense>
  );
}

/** @returns whether the value is or has been true */
function useOnce(value: boolean): boolean {
  const [has, setHas] = useState(value);
  if (value && !has) setHas(true);
  return has || value;
}
