/** The tab without a document. */
import { Button, Stack, Text } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import classes from '../Completion.module.css';
import { useCompletion, useCompletionSession } from '../session/index.ts';

export function NoDocument() {
  const session = useCompletionSession();
  const isRestored = useCompletion((state) => state.isRestored);
  if (!isRestored) return <div className={classes['editor']} />;
  return (
    <div className={classes['nothing']}>
      <Stack align="center" gap="sm" maw={420}>
        <Text ta="center">
          Completion lets a model continue your own text where it ends: a list, a caption, a story.
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          Every answer stays as a version. Undo takes an answer back in one step.
        </Text>
        <Button
          variant="filled"
          leftSection={<IconFilePlus size={16} />}
          onClick={() => void session.create()}
        >
          New document
        </Button>
      </Stack>
    </div>
  );
}
