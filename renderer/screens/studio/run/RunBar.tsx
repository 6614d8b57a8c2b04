/** Offers a run next to a new selection, because the panel's button is far away. */
import { Box, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { photoToScreen } from '../../../viewer/stage/geometry/view.ts';
import { rectToScreen, toScreen, turnedSize } from '../../../viewer/stage/geometry/turn.ts';
import { besideThing } from '../model/beside-thing.ts';
import type { TakenPlace } from '../model/studio-store.ts';
import { BarButton } from '../options/BarButton.tsx';
import { useFocusToPhoto } from '../options/use-focus-to-photo.ts';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import { SELECTING } from '../commands/studio-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import { useRunOffer } from './use-run-offer.ts';
import { SmallStatus } from '../../../core/ui/variants.ts';

export default function RunBar({ taken }: { readonly taken: TakenPlace }) {
  const session = useStudioSession();
  const isStarting = useStudio((state) => state.isStarting);
  const { canRun, first, sentence, problem } = useRunOffer();
  const bar = useRef<HTMLElement>(null);
  const place = usePlace(taken, bar);
  const why = problem ?? sentence;
  useFocusToPhoto(bar);
  return (
    <Box
      component="section"
      ref={bar}
      pos="absolute"
      w="max-content"
      maw="min(var(--gesso-inspector), calc(100% - var(--gesso-space-md)))"
      className={shared['float'] ?? ''}
      aria-label="Run on the selection"
      style={{
        zIndex: 2,
        ...(place === undefined ? { visibility: 'hidden' } : { left: place.x, top: place.y }),
      }}
    >
      <Group gap="2xs" wrap="nowrap">
        <Button
          variant="filled"
          disabled={!canRun}
          loading={isStarting}
          onClick={() => void session?.runs.run(first.stored)}
        >
          {first.label}
          {first.detail !== undefined && (
            <Text span inherit fw={400} className={shared['numbers'] ?? ''}>
              {`, ${first.detail}`}
            </Text>
          )}
        </Button>
        <kbd>Enter</kbd>
        <BarButton
          label="Not now"
          keys={SELECTING.dropSelection}
          icon={<IconX size={16} />}
          onClick={() => session?.selecting.drop()}
        />
      </Group>
      {why !== undefined && (
        <SmallStatus p="2xs" pb="3xs">
          {why}
        </SmallStatus>
      )}
    </Box>
  );
}

/** Follows the view. @returns nothing before the bar is measured */
function usePlace(
  { bounds, pointer }: TakenPlace,
  bar: { readonly current: HTMLElement | null },
): Point | undefined {
  const view = useCanvas((snapshot) => snapshot.view);
  const stage = useCanvas((snapshot) => snapshot.stage);
  const turn = useCanvas((snapshot) => snapshot.turn);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    const measure = (): void =>
      setSize({ width: current.offsetWidth, height: current.offsetHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [bar]);
  if (size === undefined || view === undefined || stage === undefined || turn === undefined) {
    return undefined;
  }
  const screen = turnedSize(turn, stage);
  const corner = photoToScreen(view, bounds);
  const thing: Rect = {
    ...corner,
    width: bounds.width * view.scale,
    height: bounds.height * view.scale,
  };
  const at = pointer && toScreen(turn, screen, photoToScreen(view, pointer));
  return besideThing(size, screen, rectToScreen(turn, screen, thing), at);
}
