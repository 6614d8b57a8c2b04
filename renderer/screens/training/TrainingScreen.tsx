import { Box, Button, Center, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { MOST_TRAINING_IDS, type TrainingFile } from '../../../shared/contract/training.ts';
import {
  pickFiles,
  pickFolder,
  pickedItems,
  type DroppedItems,
} from '../../features/files/file-input.ts';
import { useFileIntake } from '../../features/files/file-intake.ts';
import { handOver } from '../../features/files/hand-over.ts';
import { useGestures } from '../../core/commands/gestures.ts';
import { readError } from '../../core/backend/read-error.ts';
import { useActiveConnection } from '../../core/backend/connections.ts';
import { Frame } from '../../core/frame/Frame.tsx';
import { Inspector } from '../../core/frame/Inspector.tsx';
import { EmptyStage } from '../../core/ui/EmptyStage.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import { markWords } from './model/words.ts';
import { SelectionPanel } from './panel/SelectionPanel.tsx';
import { SetPanel } from './panel/SetPanel.tsx';
import { UploadFoot } from './panel/UploadFoot.tsx';
import { addSampleSet } from './session/sample-set.ts';
import { filePages, training, useTraining, useTrainingSummary } from './session/use-training.ts';
import { TrainingTable } from './table/TrainingTable.tsx';
import { TrainingHead } from './table/TrainingHead.tsx';
import { useTrainingCommands } from './use-training-commands.ts';
import { useSetting } from '../../core/backend/settings.ts';
import shared from '../../core/ui/shared.module.css';

import { trainingPictureUrl } from '../../../shared/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { backend } from '../../core/backend/client.ts';
import { pageSource } from '../../features/rows/use-pages.ts';
import { type ListSteps, useRowSteps } from '../../features/rows/use-row-steps.ts';
import { QuietButton, Status } from '../../core/ui/variants.ts';

const GESTURES = [
  { title: 'Add files or folders', how: 'Drop them anywhere' },
  { title: 'Look at a file', how: 'Double-click' },
  { title: 'Select one more file', how: 'Mod + click' },
  { title: 'Select a range of files', how: 'Shift + click' },
] as const;

export function TrainingScreen() {
  const { data: summary, error: summaryError } = useTrainingSummary();
  const view = useTraining((state) => state.view);
  const keepsCameraData = useSetting('trainingKeepsCameraData');
  const error = useTraining((state) => state.error);
  const hasSelection = useTraining((state) => state.selection.keys.size > 0);
  const sought = useSearchText(view.search);
  const { text } = sought;
  const [previewed, setPreviewed] = useState<number>();
  const search = useRef<HTMLInputElement>(null);
  const steps = useTrainingSteps();
  useEffect(() => {
    const { view } = useTraining.getState();
    if (view.search !== text) training.setView({ search: text });
  }, [text]);

  const preview = useCallback((file: TrainingFile) => setPreviewed(file.id), []);
  const canLink = summary?.canLink === true;
  const addByBytes = (items: DroppedItems): void => void training.adding.add(items);
  /** Links files at their paths, and hands over the bytes of those that have none. */
  async function linkOrAdd(items: DroppedItems): Promise<void> {
    const others = await handOver(items.files);
    if (others.length > 0) addByBytes(pickedItems(others));
  }
  const addFiles = () => {
    if (canLink) void training.choose('files');
    else pickFiles((files) => addByBytes(pickedItems(files)), undefined, true);
  };
  const addFolder = () => {
    if (canLink) void training.choose('folder');
    else pickFolder((files) => addByBytes(pickedItems(files)));
  };
  useFileIntake({
    label: 'Drop pictures or folders to add them to the training set',
    take: (files) => addByBytes(pickedItems(files)),
    takeItems(items, source) {
      // a pasted picture has no path
      if (canLink && source === 'drop') void linkOrAdd(items);
      else addByBytes(items);
    },
    refuse: (thrown) => training.fail(thrown),
  });
  useGestures(GESTURES);
  useTrainingCommands({
    search,
    onAddFiles: addFiles,
    onAddFolder: addFolder,
    onPreview: () => setPreviewed(useTraining.getState().selection.focus?.key),
    onSelectAll: steps.selectAll,
  });

  if (summary === undefined) {
    return (
      <Center h="100%" p="lg">
        {summaryError === null ? (
          <Loader size="sm" />
        ) : (
          <ErrorNotice error={readError(summaryError)} />
        )}
      </Center>
    );
  }
  const total = Object.values(summary.counts).reduce((sum, number) => sum + number, 0);
  const isEmpty = total === 0 && summary.removed === 0;
  return (
    <Frame
      isStage={isEmpty}
      toolbar={
        <TrainingHead
          search={search}
          sought={sought}
          isEmpty={isEmpty}
          onAddFiles={addFiles}
          onAddFolder={addFolder}
        />
      }
      inspector={
        <Inspector
          label="Training set"
          title="Training set"
          footer={<UploadFoot summary={summary} isEmpty={isEmpty} />}
        >
          {hasSelection && <SelectionPanel isRemoved={view.filter === 'removed'} />}
          <SetPanel summary={summary} isEmpty={isEmpty} />
        </Inspector>
      }
    >
      <Stack gap={0} h="100%">
        <Box className={shared['notices'] ?? ''} px="md" py="xs">
          <AddingBar />
          {error !== undefined && (
            <ErrorNotice error={error} onClose={() => useTraining.setState({ error: undefined })} />
          )}
          {summaryError !== null && <ErrorNotice error={readError(summaryError)} />}
          {view.mark !== undefined && (
            <Group gap="xs">
              <Text size="sm">Shown: {markWords(view.mark, keepsCameraData).long}.</Text>
              <QuietButton onClick={() => training.setView({ mark: undefined })}>
                Show all
              </QuietButton>
            </Group>
          )}
        </Box>
        {isEmpty ? (
          <Empty onAddFiles={addFiles} onAddFolder={addFolder} />
        ) : (
          <TrainingTable view={view} steps={steps} onOpen={preview} />
        )}
      </Stack>
      <TrainingPreview id={previewed} onClose={() => setPreviewed(undefined)} />
    </Frame>
  );
}

/** Selects by keys and clicks, also across rows that are not loaded. */
function useTrainingSteps(): ListSteps<number> {
  const client = useQueryClient();
  const view = () => useTraining.getState().view;
  const source = () => pageSource(client, filePages(view()));
  return useRowSteps<number>({
    source: {
      get view() {
        return view();
      },
      count: (upTo) => source().count(upTo),
      indexOf: (place) => source().indexOf(place),
      keys(first, last) {
        if (first === last) return source().keys(first, last);
        const limit = Math.min(MOST_TRAINING_IDS, last - first + 1);
        return backend.training.ids({ view: view(), offset: first, limit });
      },
    },
    selection: () => useTraining.getState().selection,
    select: (selection) => useTraining.setState({ selection }),
    fail: training.fail,
  });
}

function TrainingPreview(props: { readonly id: number | undefined; readonly onClose: () => void }) {
  const { id, onClose } = props;
  return (
    <Modal opened={id !== undefined} onClose={onClose} title="Training picture" size="xl">
      {id !== undefined && (
        <Center bg="var(--gesso-ground)">
          <Box
            component="img"
            maw="100%"
            mah="70vh"
            src={trainingPictureUrl(id)}
            alt="The selected picture"
          />
        </Center>
      )}
    </Modal>
  );
}

function AddingBar() {
  const adding = useTraining((state) => state.adding);
  if (adding === undefined) return null;
  const { found, added, known, isCounted } = adding;
  return (
    <Group gap="sm">
      <Loader size="xs" />
      <Status>
        Adding files: {added + known} of {isCounted ? found : `${found} found so far`}. Keep this
        window open.
      </Status>
      <Button onClick={() => training.adding.stop()}>Stop adding</Button>
    </Group>
  );
}

function Empty(props: { readonly onAddFiles: () => void; readonly onAddFolder: () => void }) {
  const isPractice = useActiveConnection()?.kind === 'practice';
  return (
    <EmptyStage
      example="training"
      title="Upload training pictures"
      line="Drop them or a folder here."
      openLabel="Add files…"
      onOpen={props.onAddFiles}
      onSample={isPractice ? () => void addSampleSet() : undefined}
      sampleLabel="Use samples"
    >
      <QuietButton onClick={props.onAddFolder}>Add folder…</QuietButton>
    </EmptyStage>
  );
}
