/** By how much the mask of a result is grown before it is run again. */
import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { useSettings } from '../../../backend/settings.ts';
import { useStudio, useStudioSession } from '../session/index.ts';

/** Most photo pixels, as the backend takes them. */
const MOST_GROWTH = 500;

export function GrowForm(props: { readonly patchId: string; readonly onClose: () => void }) {
  const { patchId, onClose } = props;
  const results = useStudioSession()?.results;
  const isStarting = useStudio((state) => state.isStarting);
  const step = (useSettings() ?? DEFAULT_SETTINGS).maskStep;
  const [typed, setTyped] = useState<number | string>();
  const grow = typeof typed === 'number' && typed >= 1 ? Math.round(typed) : step;

  function run(): void {
    onClose();
    void results?.runAgain(patchId, grow);
  }

  return (
    <Group
      gap={6}
      mt={4}
      wrap="nowrap"
      align="flex-end"
      role="group"
      aria-label="Grow mask and run again"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) run();
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
      }}
    >
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
      <Button disabled={isStarting} onClick={run}>
        Run
      </Button>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </Group>
  );
}
