import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { showScreen } from '../../../core/screen/navigation.ts';
import { runAgainLabel } from '../../../features/jobs/job-words.ts';
import { useCallsOfResult } from './use-calls-of-result.ts';
import { isBlendable } from '../model/blending-state.ts';
import { canRunAgain, resultName } from '../model/result-name.ts';
import { useStudio, useStudioSession } from '../session/index.ts';

/** @param props.onGrow asks how much to grow the mask before running again */
export function ResultMenu(props: {
  readonly patch: Patch;
  /** Of its place, including itself. */
  readonly variants: number;
  readonly tabIndex: number;
  readonly onGrow: () => void;
}) {
  const { patch, variants, tabIndex, onGrow } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      position="bottom-end"
      width={270}
      opened={isOpen}
      onChange={setOpen}
      // axe rejects the placeholder, which is no menu item
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          size="sm"
          aria-label={`More actions for ${resultName(patch)}`}
          tabIndex={tabIndex}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      {isOpen && (
        <Menu.Dropdown>
          <Items patch={patch} variants={variants} onGrow={onGrow} />
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

function Items(props: {
  readonly patch: Patch;
  readonly variants: number;
  readonly onGrow: () => void;
}) {
  const { patch, variants, onGrow } = props;
  const session = useStudioSession();
  const results = session?.results;
  return (
    <>
      <Menu.Item onClick={() => session?.review.goTo(patch)}>Go to result</Menu.Item>
      <Menu.Item onClick={() => session?.review.compareResult(patch)}>
        Compare with and without
      </Menu.Item>
      {isBlendable(patch) && (
        <Menu.Item
          disabled={patch.state === 'hidden'}
          onClick={() => {
            session?.review.goTo(patch);
            session?.review.toggleJudging('blend', true);
          }}
        >
          Opacity and soft edge
        </Menu.Item>
      )}
      {patch.operation === 'merge-face' && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => showScreen('faces', { kind: 'show-job', jobId: patch.jobId })}>
            Open in Faces
          </Menu.Item>
        </>
      )}
      {canRunAgain(patch) && (
        <>
          <Menu.Divider />
          <AgainItems patch={patch} onGrow={onGrow} />
        </>
      )}
      <Menu.Divider />
      <Menu.Item
        rightSection={
          <Text size="xs" c="dimmed">
            Del
          </Text>
        }
        onClick={() => void results?.remove(patch.id)}
      >
        {variants > 1 ? 'Delete this variant' : 'Delete'}
      </Menu.Item>
      {variants > 1 && (
        <Menu.Item onClick={() => void results?.removePlace(patch.id)}>
          Delete all {variants} variants
        </Menu.Item>
      )}
    </>
  );
}

/** See `canRunAgain`. */
function AgainItems({ patch, onGrow }: { readonly patch: Patch; readonly onGrow: () => void }) {
  const results = useStudioSession()?.results;
  const isStarting = useStudio((state) => state.isStarting);
  const photoId = useStudio((state) => state.photo?.id ?? '');
  const ahead = useCallsOfResult(photoId, patch.id);
  return (
    <>
      <Menu.Item disabled={isStarting} onClick={() => void results?.runAgain(patch.id, 0)}>
        {runAgainLabel(ahead)}
      </Menu.Item>
      {patch.operation === 'cleanup' && (
        <>
          <Menu.Item disabled={isStarting} onClick={onGrow}>
            Grow mask and run again…
          </Menu.Item>
          <Menu.Item onClick={() => void results?.restoreMask(patch.id)}>Restore mask</Menu.Item>
        </>
      )}
    </>
  );
}
