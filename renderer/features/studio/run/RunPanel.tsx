/** What a run would do, and its button. */
import { Button, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { rectArea, type Rect } from '../../../../shared/geometry/rect.ts';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { formatMegapixels } from '../../../ui/format.ts';
import { useStudio } from '../session/studio-store.ts';
import { useCanvas } from '../use-canvas.ts';
import { usePlannedRegions } from './use-planned-regions.ts';

export function RunPanel() {
  const session = useStudio((state) => state.session);
  const isReady = useStudio((state) => state.status === 'ready');
  const isStarting = useStudio((state) => state.isStarting);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  return (
    <Stack gap="xs">
      <Title order={2} size="sm">
        Clean up
      </Title>
      <Plan />
      <Button
        size="sm"
        leftSection={<IconSparkles size={16} />}
        disabled={!isReady || !hasMask}
        loading={isStarting}
        onClick={() => void session?.runs.run('use')}
        rightSection={
          <Group gap={3} wrap="nowrap">
            {describeShortcut('Mod+Enter', isApple(navigator.platform)).map((key) => (
              <Kbd key={key} size="xs">
                {key}
              </Kbd>
            ))}
          </Group>
        }
      >
        Run clean-up
      </Button>
    </Stack>
  );
}

/** What a run would send, or what is missing for one. */
function Plan() {
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const regions = usePlannedRegions();
  if (!hasMask || regions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Paint over what should go. What is around it fills the gap; the rest of the photo is not
        touched.
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {describePlan(regions)}
    </Text>
  );
}

function describePlan(regions: readonly Rect[]): string {
  const [only] = regions;
  if (only !== undefined && regions.length === 1) {
    const { width, height } = only;
    return `Sends ${width} × ${height} px (${formatMegapixels(width, height)}) in 1 call.`;
  }
  const pixels = regions.reduce((sum, region) => sum + rectArea(region), 0);
  return `Sends ${regions.length} parts (${formatMegapixels(pixels, 1)}) in ${regions.length} calls.`;
}
