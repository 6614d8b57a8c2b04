import { Button, Group } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconChevronLeft,
  IconChevronRight,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useRef } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { runAgainLabel } from '../../../features/jobs/job-words.ts';
import { canRunAgain, resultName } from '../model/result-name.ts';
import { variantsOf } from '../model/variants.ts';
import { BarButton } from '../options/BarButton.tsx';
import { useFocusToPhoto } from '../options/use-focus-to-photo.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { GrowForm } from './GrowForm.tsx';
import { RESULTS } from '../commands/studio-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import { useCallsOfResult } from './use-calls-of-result.ts';
import { SmallStatus } from '../../../core/ui/variants.ts';

export default function JudgingBar(props: { readonly patch: Patch; readonly onClose: () => void }) {
  const { patch, onClose } = props;
  const session = useStudioSession();
  const patches = useStudio((state) => state.patches);
  const judging = useStudio((state) => state.results.judging);
  const variants = variantsOf(patches, patch);
  const at = variants.findIndex(({ id }) => id === patch.id);
  const name = resultName(patch);
  const bar = useRef<HTMLElement>(null);
  useFocusToPhoto(bar);
  const toggleGrow = (): void => session?.review.toggleJudging('grow');
  const step = (direction: 1 | -1): void => {
    if (judging === 'grow') toggleGrow();
    void session?.results.stepVariant(patch.id, direction);
  };
  return (
    <section ref={bar} className={shared['float']} aria-label={`Judge ${name}`}>
      <Group gap="2xs" wrap="nowrap">
        {variants.length > 1 && (
          <>
            <BarButton
              label="Previous variant"
              keys={RESULTS.previousVariant}
              icon={<IconChevronLeft size={16} />}
              onClick={() => step(-1)}
            />
            <SmallStatus aria-label={`Variant ${at + 1} of ${variants.length}`}>
              {at + 1} / {variants.length}
            </SmallStatus>
            <BarButton
              label="Next variant"
              keys={RESULTS.nextVariant}
              icon={<IconChevronRight size={16} />}
              onClick={() => step(1)}
            />
          </>
        )}
        {canRunAgain(patch) && <RunAgain patchId={patch.id} />}
        {patch.operation === 'cleanup' && (
          <BarButton
            label="Grow mask and run again…"
            icon={<IconArrowsMaximize size={16} />}
            isPressed={judging === 'grow'}
            onClick={toggleGrow}
          />
        )}
        <BarButton
          label={`Delete ${name}`}
          icon={<IconTrash size={16} />}
          onClick={() => void session?.results.remove(patch.id)}
        />
        <BarButton label="Dismiss" icon={<IconX size={16} />} onClick={onClose} />
      </Group>
      {judging === 'grow' && <GrowForm patch={patch} onClose={toggleGrow} />}
    </section>
  );
}

function RunAgain({ patchId }: { readonly patchId: string }) {
  const session = useStudioSession();
  const isStarting = useStudio((state) => state.isStarting);
  const ahead = useCallsOfResult(patchId);
  return (
    <Button
      size="compact-sm"
      disabled={isStarting}
      onClick={() => void session?.results.runAgain(patchId, 0)}
    >
      {runAgainLabel(ahead)}
    </Button>
  );
}
