import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useList, useListSession } from '../session/index.ts';

export function ImportBar() {
  const list = useListSession();
  const importing = useList((state) => state.importing);
  if (importing === undefined) return null;
  const { name, fraction } = importing;
  const percent = fraction === undefined ? undefined : Math.floor(fraction * 100);
  return (
    <Stack gap="xs" p="xs" role="status">
      <Group gap="2xs" wrap="nowrap" justify="space-between">
        <Text size="xs" truncate miw={0} flex={1} title={name}>
          Importing “{name}”
        </Text>
        <Text size="xs" c="dimmed">
          {percent === undefined ? '…' : `${percent} %`}
        </Text>
        <Button size="compact-xs" onClick={list.stopImport}>
          Stop
        </Button>
      </Group>
      {percent !== undefined && <Progress size={3} value={percent} aria-label="Import" />}
    </Stack>
  );
}
