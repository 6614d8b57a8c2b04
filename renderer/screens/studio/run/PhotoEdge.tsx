/** A recipe's step may set margin and colour matching for this photo alone. */
import { Button, Group, Text } from '@mantine/core';
import type { CleanupEdge } from '../../../../shared/contract/cleanup.ts';
import { usePhotoEdge } from './use-photo-edge.ts';

export function PhotoEdge() {
  const { edge, put } = usePhotoEdge();
  if (edge === undefined) return null;
  return (
    <Group gap="xs" role="group" aria-label="Settings of the recipe step">
      <Text size="sm" c="dimmed">
        {edgeWords(edge)}
      </Text>
      <Button size="compact-xs" onClick={() => put(null)}>
        Use my settings
      </Button>
    </Group>
  );
}

function edgeWords({ margin, matchColors }: CleanupEdge): string {
  const colours = matchColors ? 'colours matched' : 'colours not matched';
  return `Margin ${margin} px, ${colours}: from the recipe step, for this photo.`;
}
