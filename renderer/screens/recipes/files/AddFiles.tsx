import { Button, Group, Loader, Text } from '@mantine/core';
import { IconFolderPlus, IconPhotoPlus } from '@tabler/icons-react';
import { GroundMenu } from '../../../core/frame/GroundMenu.tsx';
import { Toolbar } from '../../../core/frame/Frame.tsx';
import { backend } from '../../../core/backend/client.ts';
import { loadSample } from '../../../core/backend/media.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import { count } from '../../../core/ui/format.ts';
import { pickedItems } from '../../../features/files/file-input.ts';
import { draftFiles, fail, useRecipes } from '../session/use-recipes.ts';
import type { AddFiles } from './use-add-files.ts';
import { QuietButton, Status } from '../../../core/ui/variants.ts';

export function EmptyDraft({ adding }: { readonly adding: AddFiles }) {
  const steps = useRecipes((state) => state.inHand.steps);
  const isPractice = useActiveConnection()?.kind === 'practice';
  const addSamples = useAddSamples();
  return (
    <EmptyStage
      example="recipes"
      title="Repeat your steps on many pictures"
      line={`${steps.length === 0 ? 'Add steps first. ' : ''}Drop pictures or a folder here.`}
      openLabel="Add files…"
      onOpen={adding.addFiles}
      onSample={isPractice ? () => void addSamples() : undefined}
      sampleLabel="Use sample pictures"
    >
      <QuietButton onClick={adding.addFolder}>Add folder…</QuietButton>
    </EmptyStage>
  );
}

function useAddSamples(): () => Promise<void> {
  return async () => {
    try {
      const samples = await backend.photos.samples();
      const some = samples.filter(({ place }) => place === 'studio' || place === 'video');
      await draftFiles.add(pickedItems(await Promise.all(some.map(({ id }) => loadSample(id)))));
    } catch (thrown) {
      fail(thrown);
    }
  };
}

export function DraftTools(props: { readonly adding: AddFiles; readonly isEmpty: boolean }) {
  const { adding, isEmpty } = props;
  const keys = useRecipes((state) => state.selection.keys);
  const fileCount = useRecipes((state) => state.draft?.files ?? 0);
  if (isEmpty) return <Toolbar label="Pictures" />;
  return (
    <Toolbar
      label="Pictures"
      end={
        <>
          <GroundMenu />
          {keys.size > 0 && (
            <QuietButton onClick={() => void draftFiles.drop([...keys])}>
              Remove {keys.size}
            </QuietButton>
          )}
          <QuietButton onClick={() => draftFiles.clear()}>Remove all</QuietButton>
          <Button
            data-short
            title="Add files…"
            leftSection={<IconPhotoPlus size={16} />}
            onClick={adding.addFiles}
          >
            Add files…
          </Button>
          <Button
            data-short
            title="Add folder…"
            leftSection={<IconFolderPlus size={16} />}
            onClick={adding.addFolder}
          >
            Add folder…
          </Button>
        </>
      }
    >
      <Text fw={600}>{count(fileCount, 'picture')}</Text>
    </Toolbar>
  );
}

export function AddingBar() {
  const adding = useRecipes((state) => state.adding);
  if (adding === undefined) return null;
  const { found, added, isCounted } = adding;
  return (
    <Group gap="sm" py="2xs">
      <Loader size="xs" />
      <Status>
        Adding pictures: {added} of {isCounted ? found : `${found} found so far`}. Keep this window
        open.
      </Status>
      <Button onClick={() => draftFiles.stopAdding()}>Stop adding</Button>
    </Group>
  );
}
