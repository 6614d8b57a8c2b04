/** Said once: a face belongs to a person. */
import { Button, Group, Paper, Text } from '@mantine/core';
import { useFaces, useFacesSession } from '../session/index.ts';

export function Consent() {
  const session = useFacesSession();
  const isRead = useFaces((state) => state.isConsentRead);
  const isRestored = useFaces((state) => state.isRestored);
  if (isRead || !isRestored) return null;
  return (
    <Paper withBorder p="xs" component="section" aria-label="Consent">
      <Group gap="xs" justify="space-between">
        <Text size="sm">Use only faces of people who have agreed to it.</Text>
        <Button size="compact-sm" onClick={() => session.readConsent()}>
          Got it
        </Button>
      </Group>
    </Paper>
  );
}
