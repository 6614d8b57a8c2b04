/** Where saved files go: asked each time, or a fixed folder. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportFolder } from '../../../shared/contract/export.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { backend, queries, readError } from '../../core/backend/client.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { Note, QuietButton } from '../../core/ui/variants.ts';

export function FolderChoice() {
  const client = useQueryClient();
  const folder = useQuery(queries.export.folder.queryOptions()).data;
  const [failure, setFailure] = useState<{
    readonly error: AppError;
    readonly action: () => Promise<ExportFolder>;
  }>();
  if (folder === undefined) return null;

  async function change(action: () => Promise<ExportFolder>): Promise<void> {
    setFailure(undefined);
    try {
      client.setQueryData(queries.export.folder.queryKey(), await action());
    } catch (thrown) {
      setFailure({ error: readError(thrown), action });
    }
  }

  return (
    <Stack gap="2xs">
      <Text size="sm" fw={500}>
        Folder
      </Text>
      <Group justify="space-between" wrap="nowrap">
        <Note style={{ overflowWrap: 'anywhere' }}>{describeFolder(folder)}</Note>
        {folder.canChoose && (
          <Group gap="xs" wrap="nowrap">
            {folder.path !== null && (
              <QuietButton
                color="gray"
                onClick={() => void change(() => backend.export.forgetFolder())}
              >
                Ask each time
              </QuietButton>
            )}
            <Button onClick={() => void change(() => backend.export.chooseFolder())}>
              Select…
            </Button>
          </Group>
        )}
      </Group>
      {failure !== undefined && (
        <ErrorNotice
          error={failure.error}
          actions={{ retry: () => void change(failure.action) }}
          onClose={() => setFailure(undefined)}
        />
      )}
    </Stack>
  );
}

function describeFolder({ canChoose, path }: ExportFolder): string {
  if (!canChoose) return 'Your browser’s download folder.';
  return path ?? 'Gesso asks each time.';
}
