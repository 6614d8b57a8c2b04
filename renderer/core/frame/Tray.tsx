/**
 * A row of pictures below the stage, which a click brings to it. Its height is the same on all
 * screens.
 */
import { Box, Group, Text } from '@mantine/core';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { TRAY_HEIGHT } from '../../../shared/contract/screen-state.ts';
import { useScreenState, useUpdateScreenState } from '../backend/settings.ts';
import shared from '../ui/shared.module.css';
import classes from './Frame.module.css';
import { ResizeEdge } from './ResizeEdge.tsx';

/** By an arrow key, and with Shift, CSS pixels. */
const KEY_STEP = { small: 8, large: 40 } as const;

/** From this height on, names stand below their pictures. CSS pixels at 100 % text. */
const TALL = 112;

/** CSS pixels of one `rem` at 100 % text. */
const REM = 16;

interface TrayHeight extends CSSProperties {
  readonly '--tray-height': string;
}

/** Whether names fit below their pictures. */
export function useIsTrayTall(): boolean {
  return useScreenState('trayHeight') >= TALL;
}

export function Tray(props: {
  readonly label: string;
  /** Below the name: the count, or a way back. */
  readonly head: ReactNode;
  /** At the right end: actions on all pictures, or on the selected ones. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  const { label, head, end, children } = props;
  const kept = useScreenState('trayHeight');
  const update = useUpdateScreenState();
  const [dragged, setDragged] = useState<number>();
  const height = dragged ?? kept;
  const style: TrayHeight = { '--tray-height': `${height / REM}rem` };
  return (
    <Group
      component="section"
      gap="xs"
      wrap="nowrap"
      pos="relative"
      miw={0}
      px="sm"
      bg="var(--gesso-surface)"
      className={classes['tray'] ?? ''}
      aria-label={label}
      style={style}
    >
      <ResizeEdge
        name="Tray"
        orientation="horizontal"
        value={height}
        limits={TRAY_HEIGHT}
        keySteps={KEY_STEP}
        onDrag={setDragged}
        onKeep={(next) => update({ trayHeight: next })}
      />
      <Box flex="none" w="var(--gesso-label)" className={shared['tiny'] ?? ''}>
        <Text component="h2" size="xs" fw={600} c="var(--gesso-text)">
          {label}
        </Text>
        {head}
      </Box>
      {children}
      {end !== undefined && (
        <Group gap="2xs" wrap="nowrap" flex="none" ml="auto">
          {end}
        </Group>
      )}
    </Group>
  );
}
