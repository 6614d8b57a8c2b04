/** Settings: the version. */
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../backend/client.ts';

export function AboutSection() {
  const info = useQuery(queries.app.info.queryOptions()).data;
  return (
    <Stack gap="xs" component="section" aria-label="About">
      <Title order={3} size="md">
        About
      </Title>
      <Text size="sm">Gesso {info?.version}</Text>
    </Stack>
  );
}
