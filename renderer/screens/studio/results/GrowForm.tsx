import { Button, Group, NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { useClosers } from '../../../core/screen/closers.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import { describeCalls, type CallsAhead } from '../../../features/jobs/job-words.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

/** Photo pixels, the backend's limit. */
const MOST_GROWTH = 500;

/** Debounce while typing, ms. */
const PREVIEW_DELAY = 120;

export function GrowForm(props: { readonly patch: Patch; readonly onClose: () => void }) {
  const { patch, onClose } = props;
  const session = useStudioSession();
  const isStarting = useStudio((state) => state.isStarting);
  const step = useSetting('maskStep');
  const [typed, setTyped] = useState<number | string>();
  const grow = typeof typed === 'number' && typed >= 1 ? Math.round(typed) : step;
  const ahead = usePreview(patch, grow);
  useClosers([{ layer: 'bar', isOpen: () => true, close: onClose }]);

  function run(): void {
    if (isStarting) return;
    onClose();
    void session?.results.runAgain(patch.id, grow);
  }

  return (
    <div
      role="group"
      aria-label="Grow mask and run again"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) run();
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
      }}
    >
      <Group gap="2xs" mt="2xs" wrap="nowrap" align="flex-end">
        <NumberInput
          label="Grow by, px"
          size="xs"
          flex={1}
          min={1}
          max={MOST_GROWTH}
          allowDecimal={false}
          clampBehavior="strict"
          value={typed ?? step}
          onChange={setTyped}
          autoFocus
        />
        <Button variant="filled" disabled={isStarting} onClick={run}>
          Run
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </Group>
      <SmallNote mt="2xs" role="status">
        {ahead === undefined ? '' : `Sends ${describeCalls(ahead)}.`}
      </SmallNote>
    </div>
  );
}

/** Shows the grown mask while the form is open. @returns its calls */
function usePreview(patch: Patch, grow: number): CallsAhead | undefined {
  const session = useStudioSession();
  const [ahead, setAhead] = useState<CallsAhead>();
  const { id } = patch;
  const { x, y, width, height } = patch.rect;
  useEffect(() => {
    session?.core.picture.showRect({ x, y, width, height });
    return () => session?.results.endPreview();
  }, [session, x, y, width, height]);
  useEffect(() => {
    if (session === undefined) return undefined;
    const timer = setTimeout(() => {
      session.results.previewAgain(id, grow).then(
        (plan) => plan && setAhead({ ...plan, calls: plan.calls.length }),
        (thrown: unknown) => session.showError(thrown),
      );
    }, PREVIEW_DELAY);
    return () => clearTimeout(timer);
  }, [session, id, grow]);
  return ahead;
}
