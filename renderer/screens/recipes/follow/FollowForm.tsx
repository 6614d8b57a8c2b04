/** Without a folder dialog of the host, folders are typed. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { backend } from '../../../core/backend/client.ts';
import { writesFiles } from '../model/writes-files.ts';
import { fail, useRecipes } from '../session/use-recipes.ts';
import { LimitFields, type Limit } from './LimitFields.tsx';

export interface ChosenFolder {
  readonly folderId: string;
  readonly path: string;
}

const FIRST_LIMIT: Limit = { callsADay: 50, moneyADay: 10_000 };

/** @param props.chosen `undefined` if the folder is typed */
export function FollowForm(props: {
  readonly chosen: ChosenFolder | undefined;
  readonly onClose: () => void;
}) {
  const { chosen, onClose } = props;
  const { recipeId, name, steps } = useRecipes((state) => state.inHand);
  const [typed, setTyped] = useState({ from: '', to: '' });
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const [takesExisting, setTakesExisting] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isSaving = writesFiles(steps);
  const begin = async (): Promise<void> => {
    if (recipeId === undefined) return;
    setIsSending(true);
    try {
      const folders =
        chosen === undefined ? await typedFolders(typed) : await chosenFolders(chosen, isSaving);
      if (folders === undefined) return;
      await backend.recipeFollows.begin({ recipeId, ...folders, takesExisting, ...limit });
      onClose();
    } catch (error) {
      fail(error);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Stack gap="xs" role="group" aria-label="Follow a folder">
      {chosen === undefined ? (
        <>
          <TextInput
            size="xs"
            label="Folder to follow"
            description="The full path of the folder."
            value={typed.from}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, from: value })}
          />
          {isSaving && (
            <TextInput
              size="xs"
              label="Folder for finished files"
              description="Leave empty to keep them in Gesso and download them."
              value={typed.to}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, to: value })}
            />
          )}
        </>
      ) : (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          “{name}” on new files in {chosen.path}
        </Text>
      )}
      <LimitFields limit={limit} onChange={setLimit} />
      <Checkbox
        label="Include existing files"
        checked={takesExisting}
        onChange={(event) => setTakesExisting(event.currentTarget.checked)}
      />
      <Group gap="xs">
        <Button
          loading={isSending}
          disabled={chosen === undefined && typed.from.trim() === ''}
          onClick={() => void begin()}
        >
          Follow
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

interface Folders {
  readonly folderId: string;
  readonly into?: string;
  readonly toFolderId?: string;
}

/** @returns `undefined` if the user cancelled the dialog for finished files */
async function chosenFolders(
  { folderId }: ChosenFolder,
  isSaving: boolean,
): Promise<Folders | undefined> {
  const to = isSaving ? await backend.export.folderForMany() : undefined;
  if (to?.kind === 'cancelled') return undefined;
  return { folderId, ...(to?.into !== undefined && { into: to.into }) };
}

async function typedFolders(typed: Readonly<Record<'from' | 'to', string>>): Promise<Folders> {
  const known = async (path: string): Promise<string> => {
    const folder = await backend.recipeFollows.chooseFolder({ typed: path });
    if (folder.kind === 'chosen') return folder.folderId;
    throw new Error(`A typed folder is ${folder.kind}.`);
  };
  const folderId = await known(typed.from.trim());
  const to = typed.to.trim();
  return { folderId, ...(to !== '' && { toFolderId: await known(to) }) };
}
