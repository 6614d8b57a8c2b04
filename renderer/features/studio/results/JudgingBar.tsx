/** Over the photo, beside the result that is judged: its variants, another one, or none of them. */
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconChevronLeft,
  IconChevronRight,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { runAgainLabel } from '../../../jobs/job-words.ts';
import { resultName } from '../model/result-name.ts';
import { variantsOf } from '../model/variants.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { GrowForm } from './GrowForm.tsx';
import classes from './JudgingBar.module.css';
import { useCallsOfResult } from './use-calls-of-result.ts';

export default function JudgingBar(props: {
  readonly patch: Patch;
  readonly photoId: string;
  readonly onClose: () => void;
}) {
  const { patch, photoId, onClose } = props;
  const session = useStudioSession();
  const patches = useStudio((state) => state.patches);
  const isStarting = useStudio((state) => state.isStarting);
  const ahead = useCallsOfResult(photoId, patch.id);
  const [isGrowing, setGrowing] = useState(false);
  const variants = variantsOf(patches, patch);
  const at = variants.findIndex(({ id }) => id === patch.id);
  const name = resultName(patch);
  return (
    <section className={classes['bar']} aria-label={`Judge ${name}`}>
      <div className={classes['row']}>
        {variants.length > 1 && (
          <>
            <BarButton
              label="Previous variant"
              icon={<IconChevronLeft size={18} />}
              onClick={() => void session?.results.stepVariant(patch.id, -1)}
            />
            <Text size="xs" role="status" aria-label={`Variant ${at + 1} of ${variants.length}`}>
              {at + 1} / {variants.length}
            </Text>
            <BarButton
              label="Next variant"
              icon={<IconChevronRight size={18} />}
              onClick={() => void session?.results.stepVariant(patch.id, 1)}
            />
          </>
        )}
        <Button
          size="compact-sm"
          variant="default"
          disabled={isStarting}
          onClick={() => void session?.results.runAgain(patch.id, 0)}
        >
          {runAgainLabel(ahead)}
        </Button>
        {patch.operation === 'cleanup' && (
          <BarButton
            label="Grow mask and run again…"
            icon={<IconArrowsMaximize size={16} />}
            isPressed={isGrowing}
            onClick={() => setGrowing(!isGrowing)}
          />
        )}
        <BarButton
          label={`Delete ${name}`}
          icon={<IconTrash size={16} />}
          onClick={() => void session?.results.remove(patch.id)}
        />
        <BarButton label="Dismiss" icon={<IconX size={16} />} onClick={onClose} />
      </div>
      {isGrowing && <GrowForm patch={patch} onClose={() => setGrowing(false)} />}
    </section>
  );
}

function BarButton(props: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
}) {
  const { label, icon, isPressed, onClick } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
