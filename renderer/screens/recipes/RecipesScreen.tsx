import { Box, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useGestures } from '../../core/commands/gestures.ts';
import { useIntent } from '../../core/screen/navigation.ts';
import { Frame } from '../../core/frame/Frame.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useFileIntake } from '../../features/files/file-intake.ts';
import { useRecipeCommands } from './use-recipe-commands.ts';
import { RecipePanel } from './editor/RecipePanel.tsx';
import { AddingBar, DraftTools, EmptyDraft } from './files/AddFiles.tsx';
import { FileList } from './files/FileList.tsx';
import { useAddFiles } from './files/use-add-files.ts';
import { useFileSteps } from './files/use-file-steps.ts';
import { RunTools } from './files/RunTools.tsx';
import { useShownFiles } from './files/use-shown-files.ts';
import { FilePreview } from './preview/FilePreview.tsx';
import { RunDocument } from './run/RunDocument.tsx';
import { RunStatus } from './run/RunStatus.tsx';
import { useFollowRecipes } from './session/follow-recipes.ts';
import { useKeptRecipe } from './session/use-kept-recipe.ts';
import { useRecipes, useRecipesSession } from './session/use-recipes.ts';
import shared from '../../core/ui/shared.module.css';

const GESTURES = [
  { title: 'Add pictures or folders', how: 'Drop them anywhere' },
  { title: 'See a picture before and after, large', how: 'Double-click' },
  { title: 'Select one more picture', how: 'Mod + click' },
  { title: 'Select a range of pictures', how: 'Shift + click' },
] as const;

export function RecipesScreen() {
  useKeptRecipe();
  const session = useRecipesSession();
  const error = useRecipes((state) => state.error);
  const shown = useShownFiles();
  const adding = useAddFiles();
  const steps = useFileSteps(shown.view);
  useFileIntake({
    label: 'Drop pictures or folders to run the recipe on them',
    take: (files) => adding.takeFiles(files),
    takeItems: adding.takeItems,
    refuse: (thrown) => session.fail(thrown),
  });
  // prices may have changed since the screen was last in front
  useEffect(() => void session.files.changed(), [session]);
  useIntent((intent) => {
    if (intent.kind === 'show-recipe-run') {
      session.running.show(intent.runId);
      if (intent.only !== undefined) session.running.filter(intent.only);
    }
    if (intent.kind === 'make-recipe') void session.editing.takeFrom(intent.from);
    if (intent.kind === 'use-mask') void session.editing.addMaskOf(intent.photoId);
    if (intent.kind === 'use-pictures') {
      session.running.show(undefined);
      void session.files.addPhotos(intent.photoIds);
    }
  });
  useGestures(GESTURES);
  useRecipeCommands({ steps, adding, shown });
  const { view, runId } = shown;
  const isDraft = runId === undefined;
  return (
    <Frame
      isStage
      toolbar={isDraft ? <DraftTools adding={adding} isEmpty={view === undefined} /> : <RunTools />}
      status={isDraft ? undefined : <RunStatus />}
      inspector={<RecipePanel isDraft={isDraft} />}
    >
      <Following />
      <RunDocument />
      <Stack gap={0} h="100%" style={{ containerType: 'inline-size' }}>
        <Box className={shared['notices'] ?? ''} px="lg" pt="xs">
          {error !== undefined && (
            <ErrorNotice error={error} onClose={() => session.dismissError()} />
          )}
          <AddingBar />
        </Box>
        {view === undefined ? (
          <EmptyDraft adding={adding} />
        ) : (
          <FileList
            key={view.runId}
            view={view}
            steps={steps}
            recipe={shown.recipe}
            isPractice={shown.isPractice}
            isDraft={isDraft}
          />
        )}
      </Stack>
      <FilePreview shown={shown} steps={steps} />
    </Frame>
  );
}

/** A component of its own, so that updates do not re-render the screen. */
function Following() {
  useFollowRecipes();
  return null;
}
