import { Box, Menu, Stack } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useGestures } from '../../core/commands/gestures.ts';
import { useIntent } from '../../core/screen/navigation.ts';
import { Frame, KeyHint, StatusEnd } from '../../core/frame/Frame.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useFileIntake } from '../../features/files/file-intake.ts';
import { useRecipeCommands } from './use-recipe-commands.ts';
import { RecipePanel } from './editor/RecipePanel.tsx';
import { AddingBar, DraftTools, EmptyDraft } from './files/AddFiles.tsx';
import { FileList } from './files/FileList.tsx';
import { useAddFiles } from './files/use-add-files.ts';
import { RunTools } from './files/RunTools.tsx';
import { useShownFiles, useShownRecipeRun, useShownRun } from './files/use-shown-files.ts';
import { FilePreview } from './preview/FilePreview.tsx';
import {
  draftFiles,
  editing,
  fail,
  running,
  useRecipes,
  useSavedRecipes,
} from './session/use-recipes.ts';
import shared from '../../core/ui/shared.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { pageSource } from '../../features/rows/use-pages.ts';
import { type ListSteps, useRowSteps } from '../../features/rows/use-row-steps.ts';
import { type FileView, filePages } from './files/file-pages.ts';
import { useActiveConnection } from '../../core/backend/connections.ts';
import { useKeptState } from '../../core/backend/kept-state.ts';
import { useRestored } from '../../features/runs/use-restored.ts';
import { runState, takingPart } from '../../features/recipes/run-words.ts';
import { RECIPES } from './recipe-commands.ts';
import { useKeyNames } from '../../core/commands/shortcut-keys.ts';
import { ScreenDocument } from '../../core/frame/screen-document.tsx';
import { useRecipeRuns } from '../../features/jobs/jobs.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { queries } from '../../core/backend/client.ts';

/** Least time between two reads of the files of a running run, ms. */
const READ_INTERVAL = 1000;

const NO_FILES = { count: () => 0, indexOf: () => undefined, keys: () => [] };

const GESTURES = [
  { title: 'Add pictures or folders', how: 'Drop them anywhere' },
  { title: 'See a picture before and after, large', how: 'Double-click' },
  { title: 'Select one more picture', how: 'Mod + click' },
  { title: 'Select a range of pictures', how: 'Shift + click' },
] as const;

export function RecipesScreen() {
  useKeptRecipe();
  const error = useRecipes((state) => state.error);
  const shown = useShownFiles();
  const adding = useAddFiles();
  const steps = useFileSteps(shown.view);
  useFileIntake({
    label: 'Drop pictures or folders to run the recipe on them',
    take: (files) => adding.takeFiles(files),
    takeItems: adding.takeItems,
    refuse: (thrown) => fail(thrown),
  });
  const connectionId = useActiveConnection()?.id;
  // prices may have changed, and differ between connections
  useEffect(() => void draftFiles.changed(), [connectionId]);
  useIntent((intent) => {
    if (intent.kind === 'show-recipe-run') {
      running.show(intent.runId);
      if (intent.only !== undefined) running.filter(intent.only);
    }
    if (intent.kind === 'make-recipe') void editing.takeFrom(intent.from);
    if (intent.kind === 'use-mask') void editing.addMaskOf(intent.photoId);
    if (intent.kind === 'use-pictures') {
      running.show(undefined);
      void draftFiles.addPhotos(intent.photoIds);
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
            <ErrorNotice error={error} onClose={() => useRecipes.setState({ error: undefined })} />
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
      <FilePreview key={shown.runId} shown={shown} steps={steps} />
    </Frame>
  );
}

function useFollowRecipes(): void {
  const client = useQueryClient();
  const saved = useSavedRecipes();
  useEffect(() => {
    if (saved !== undefined) editing.takeSaved(saved);
  }, [saved]);
  const read = useCallback(
    () => void client.invalidateQueries({ queryKey: queries.recipes.files.key() }),
    [client],
  );
  const readSometimes = useThrottledCallback(read, READ_INTERVAL);
  const revision = useShownRun((run) => run?.revision);
  const isRunning = useShownRun((run) => run?.state === 'running');
  useEffect(() => {
    if (revision === undefined) return;
    // the numbers of a run change all the time; its pictures may lag behind
    if (isRunning) readSometimes();
    else read();
  }, [revision, isRunning, read, readSometimes]);
  const orders = useRecipes((all) => all.orders);
  useEffect(() => {
    if (orders > 0) read();
  }, [orders, read]);
}

function RunDocument() {
  const runs = useRecipeRuns();
  const files = useRecipes((state) => state.draft?.files ?? 0);
  const shown = useShownRecipeRun();
  if (runs.length === 0) return null;
  return (
    <ScreenDocument name={shown === undefined ? 'Next run' : shown.name}>
      <Menu.Item
        aria-current={shown === undefined || undefined}
        onClick={() => running.show(undefined)}
      >
        {files === 0 ? 'Next run' : `Next run, ${files}`}
      </Menu.Item>
      <Menu.Divider />
      {runs.map((run) => (
        <Menu.Item
          key={run.id}
          aria-current={run.id === shown?.id || undefined}
          onClick={() => running.show(run.id)}
        >
          {run.name}, {runState(run)}
        </Menu.Item>
      ))}
    </ScreenDocument>
  );
}

function RunStatus() {
  const { shortcutKeys } = useKeyNames();
  const run = useShownRecipeRun();
  if (run === undefined) return null;
  const { states } = run;
  return (
    <>
      <span>
        {states.done + states['to-judge']} of {takingPart(run)} done
      </span>
      <span>{run.judged.none} to judge</span>
      <StatusEnd>
        <KeyHint keys={shortcutKeys(RECIPES.accept)}>accepts</KeyHint>
        <KeyHint keys={shortcutKeys(RECIPES.reject)}>rejects</KeyHint>
        <KeyHint keys={shortcutKeys(RECIPES.look)}>opens large</KeyHint>
      </StatusEnd>
    </>
  );
}

function useKeptRecipe(): void {
  const isRestored = useRecipes((state) => state.isRestored);
  const inHand = useRecipes((state) => state.inHand);
  const draftId = useRecipes((state) => state.draft?.runId ?? null);
  useRestored(editing, 'recipeInHand');
  const values = isRestored
    ? { recipeInHand: { ...inHand, recipeId: inHand.recipeId ?? null, draftId } }
    : undefined;
  useKeptState(values);
}

/** Selects by keys and clicks, also across rows that are not loaded. */
function useFileSteps(view: FileView | undefined): ListSteps<number> {
  const client = useQueryClient();
  return useRowSteps<number>({
    source: { view, ...(view === undefined ? NO_FILES : pageSource(client, filePages(view))) },
    selection: () => useRecipes.getState().selection,
    select: (selection) => useRecipes.setState({ selection }),
    fail,
  });
}

/** A component of its own, so that updates do not re-render the screen. */
function Following() {
  useFollowRecipes();
  return null;
}
