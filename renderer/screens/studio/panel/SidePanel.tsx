import { lazy, Suspense } from 'react';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Section } from '../../../core/ui/Form.tsx';
import type { RunOperation } from '../model/studio-store.ts';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { SmallNote } from '../../../core/ui/variants.ts';

const RunSettings = lazy(() => import('../run/RunSettings.tsx'));
const RunFoot = lazy(() => import('../run/RunFoot.tsx'));
const RunList = lazy(() => import('../run/RunList.tsx'));
// not needed until there is a result
const Edits = lazy(() => import('../results/Edits.tsx'));

const OPERATIONS: readonly { readonly value: RunOperation; readonly label: string }[] = [
  { value: 'cleanup', label: 'Clean up' },
  { value: 'remove-text', label: 'Remove text' },
];

export function SidePanel() {
  const session = useStudioSession();
  const store = useStudioStore();
  const operation = useStudio((state) => state.run.operation);
  const photo = useStudio((state) => state.photo);
  const isReady = useStudio((state) => state.status === 'ready');
  const error = useStudio((state) => state.error);
  const hasResults = useStudio((state) => state.patches.length > 0);
  return (
    <Inspector
      label="Clean-up and text"
      head={
        <Segments
          aria-label="Operation"
          data={OPERATIONS}
          value={operation}
          onChange={(value) => session?.plan.chooseOperation(value)}
        />
      }
      footer={
        <Suspense fallback={null}>
          <RunFoot />
        </Suspense>
      }
    >
      <Suspense fallback={null}>
        <RunSettings />
        {error !== undefined && isReady && (
          <Section>
            <ErrorNotice
              error={error}
              actions={{ retry: session?.retryOf(error) }}
              onClose={() => store.setState({ error: undefined })}
            />
          </Section>
        )}
        <RunList />
        {hasResults && <Edits />}
      </Suspense>
      {(photo?.notes.length ?? 0) > 0 && (
        <Section>
          {photo?.notes.map((note) => (
            <SmallNote key={note}>{note}</SmallNote>
          ))}
        </Section>
      )}
    </Inspector>
  );
}
