import { ActionIcon, Box, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { count } from '../../../core/ui/format.ts';
import { BatchBar } from '../batch/BatchBar.tsx';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Studio.module.css';
import { isSelecting } from '../model/studio-store.ts';
import type { RefusedFile } from '../model/strip.ts';
import { useStudio, useStudioStore } from '../session/index.ts';
import { SmallButton, Status } from '../../../core/ui/variants.ts';

/** More are counted instead of named. */
const FEW = 2;

/** @param children shown above: hints, a result to judge */
export function Notices({ children }: { readonly children?: ReactNode }) {
  return (
    <Stack
      gap="xs"
      align="center"
      pos="absolute"
      inset="auto var(--gesso-space-md) var(--gesso-space-md)"
      mah="calc(100% - var(--gesso-space-xl))"
      className={classes['column'] ?? ''}
      // lets the pointer through
      style={{ zIndex: 10, pointerEvents: 'none' }}
    >
      {children}
      <Stack gap="xs" align="center" mih={0} className={classes['notices'] ?? ''}>
        <Suggestion />
        <RefusedFiles />
        <BatchBar />
      </Stack>
    </Stack>
  );
}

/** Disappears with the first stroke. */
function Suggestion() {
  const store = useStudioStore();
  const suggestion = useStudio((state) => state.suggestion);
  // controls of a selection take the same place
  const isBusy = useStudio(({ selecting }) => isSelecting(selecting));
  if (suggestion === undefined || isBusy) return null;
  return (
    <Notice onClose={() => store.setState({ suggestion: undefined })}>
      <Status>{suggestion}</Status>
    </Notice>
  );
}

function RefusedFiles() {
  const store = useStudioStore();
  const refused = useStudio((state) => state.strip.refused);
  const [areAllShown, setAllShown] = useState(false);
  if (refused.length === 0) return null;
  const areMany = refused.length > FEW;
  return (
    <Notice
      isAlert
      onClose={() => {
        setAllShown(false);
        store.setSlice('strip', { refused: [] });
      }}
      icon={<IconAlertTriangle size={16} color="var(--gesso-notice)" />}
    >
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">
          {areMany
            ? `${count(refused.length, 'file')} were not opened`
            : refused.map((file) => <span key={file.id}>{sentenceOf(file)} </span>)}
        </Text>
        {areMany && (
          <SmallButton
            variant="subtle"
            color="gray"
            aria-expanded={areAllShown}
            onClick={() => setAllShown(!areAllShown)}
          >
            {areAllShown ? 'Hide' : 'Show'}
          </SmallButton>
        )}
      </Group>
      {areMany && areAllShown && (
        <Box
          component="ul"
          mt="2xs"
          mah="var(--gesso-inspector)"
          tabIndex={0}
          aria-label="Files that were not opened"
        >
          {refused.map((file) => (
            <li key={file.id}>{sentenceOf(file)}</li>
          ))}
        </Box>
      )}
    </Notice>
  );
}

function sentenceOf({ name, error }: RefusedFile): string {
  return error.message.includes(`“${name}”`) ? error.message : `“${name}”: ${error.message}`;
}

function Notice(props: {
  readonly isAlert?: boolean;
  readonly icon?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Group
      className={shared['float'] ?? ''}
      gap="xs"
      align="flex-start"
      wrap="nowrap"
      p="xs"
      role={props.isAlert === true ? 'alert' : undefined}
    >
      {props.icon}
      <Box flex={1} miw={0} pt="3xs">
        {props.children}
      </Box>
      <ActionIcon size={24} aria-label="Dismiss" onClick={props.onClose}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
