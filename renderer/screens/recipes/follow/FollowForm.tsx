/** The beginning of following a folder: its limit of a day, and the files that are there. */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { backend } from '../../../base/backend/client.ts';
import { writesFiles } from '../model/writes-files.ts';
import { useRecipes, useRecipesSession } from '../session/screen.ts';
import { LimitFields, type Limit } from './LimitFields.tsx';

/** A folder from the dialog. */
export interface ChosenFolder {
  readonly folderId: string;
  readonly path: string;
}

const FIRST_LIMIT: Limit = { callsADay: 50, moneyADay: 10_000 };

export function FollowForm(props: { readonly chosen: ChosenFolder; readonly onClose: () => void }) {
  const { chosen, onClose } = props;
  const session = useRecipesSession();
  const { recipeId, name, steps } = useRecipes((state) => state.inHand);
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const [takesExisting, setTakesExisting] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const begin = async (): Promise<void> => {
    if (recipeId === undefined) return;
    setIsSending(true);
    try {
      const isSaving = writesFiles(steps);
      const to = isSaving ? await backend.export.folderForMany() : undefined;
      if (to?.kind === 'cancelled') return;
      const into = to?.into === undefined ? {} : { into: to.into };
      const { folderId } = chosen;
      await backend.recipeFollows.begin({ recipeId, folderId, ...into, takesExisting, ...limit });
      onClose();
    } catch (error) {
      session.fail(error);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Stack gap="xs" role="group" aria-label="Follow a folder">
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        “{name}” on new files in {chosen.path}
      </Text>
      <LimitFields limit={limit} onChange={setLimit} />
      <Checkbox
        size="xs"
        label="Also the files that are there"
        checked={takesExisting}
        onChange={(event) => setTakesExisting(event.currentTarget.checked)}
      />
      <Group gap="xs">
        <Button size="xs" loading={isSending} onClick={() => void begin()}>
          Follow
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
