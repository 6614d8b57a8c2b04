/**
 * A row of pictures below the stage, which a click brings to it. Its height is the same on all
 * screens.
 */
import { Box, Group, Text } from '@mantine/core';
import {
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { TRAY_HEIGHT } from '../../../shared/contract/setting-limits.ts';
import { clamp } from '../../../shared/numbers.ts';
import { useScreenState, useUpdateScreenState } from '../backend/settings.ts';
import shared from '../ui/shared.module.css';
import classes from './Frame.module.css';

/** By an arrow key, CSS pixels. */
const KEY_STEP = 8;

/** From this height on, names stand below their pictures. CSS pixels at 100 % text. */
const TALL = 112;

/** CSS pixels of one `rem` at 100 % text. */
const REM = 16;

/** A CSS variable with a length. */
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
      <Edge height={height} onDrag={setDragged} />
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

/** @param props.onDrag `undefined` when the drag ends: the height is saved by then */
function Edge(props: {
  readonly height: number;
  readonly onDrag: (height: number | undefined) => void;
}) {
  const { height, onDrag } = props;
  const update = useUpdateScreenState();
  const from = useRef<{ readonly y: number; readonly height: number }>(undefined);
  const keep = (next: number): void => update({ trayHeight: clamped(next) });

  function heightAt(event: PointerEvent): number | undefined {
    return from.current && clamped(from.current.height + from.current.y - event.clientY);
  }

  function release(event: PointerEvent): void {
    const next = heightAt(event);
    from.current = undefined;
    if (next !== undefined) keep(next);
    onDrag(undefined);
  }

  function press(event: KeyboardEvent): void {
    const next = {
      ArrowUp: height + KEY_STEP,
      ArrowDown: height - KEY_STEP,
      Home: TRAY_HEIGHT.min,
      End: TRAY_HEIGHT.max,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    keep(next);
  }

  return (
    <div
      className={`${shared['edge'] ?? ''} ${classes['edge'] ?? ''}`}
      role="separator"
      tabIndex={0}
      aria-label="Tray height"
      aria-orientation="horizontal"
      aria-valuemin={TRAY_HEIGHT.min}
      aria-valuemax={TRAY_HEIGHT.max}
      aria-valuenow={Math.round(height)}
      title="Drag to resize. Double-click for the default height."
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        from.current = { y: event.clientY, height };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const next = heightAt(event);
        if (next !== undefined) onDrag(next);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => keep(TRAY_HEIGHT.initial)}
      onKeyDown={press}
    />
  );
}

function clamped(height: number): number {
  return Math.round(clamp(height, TRAY_HEIGHT.min, TRAY_HEIGHT.max));
}
