import { lazy, Suspense, useState } from 'react';
import { useGuide } from './guide.ts';

const GuideDialog = lazy(async () => ({
  default: (await import('./GuideDialog.tsx')).GuideDialog,
}));

export function Guide() {
  const isShown = useGuide((state) => state.pageId !== undefined);
  const [isFetched, setFetched] = useState(false);
  if (isShown && !isFetched) setFetched(true);
  if (!isFetched) return null;
  return (
    <Suspense fallback={null}>
      <GuideDialog />
    </Suspense>
  );
}
