import { Box, Button, Center } from '@mantine/core';
import { useCompletion, useCompletionSession } from '../session/index.ts';

export function NoDocument() {
  const session = useCompletionSession();
  const isRestored = useCompletion((state) => state.isRestored);
  if (!isRestored) return <Box flex={1} />;
  return (
    <Center flex={1}>
      <Button variant="filled" onClick={() => void session.create()}>
        New document
      </Button>
    </Center>
  );
}
