import { Box, Button, Group, Modal, Stack, Text, Collapse } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type {
  Judgement,
  OpenedStep,
  RecipeFile,
  RecipePicture,
  RecipeFileStep,
  RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { showScreen, unlessLeft } from '../../../core/screen/navigation.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import {
  PictureComparison,
  type NamedState,
} from '../../../viewer/stage/comparing/PictureComparison.tsx';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import type { ShownFiles } from '../files/use-shown-files.ts';
import { orderOfKey } from './preview-keys.ts';
import { canBeJudged, fileSentence, fileState } from '../model/file-words.ts';
import { running, useRecipes } from '../session/use-recipes.ts';
import type { FileView } from '../files/file-pages.ts';
import { formatMoney } from '../../../core/ui/money.ts';
import { StepFields } from '../editor/StepFields.tsx';
import { placeOfStep, openedWords, orderOfStep } from './step-place.ts';
import { stepWords } from '../model/step-words.ts';
import { say } from '../../../core/ui/say.ts';
import { Note, QuietButton, SmallButton, SmallNote, Status } from '../../../core/ui/variants.ts';

const STATES: Readonly<Record<RecipeFileStep['state'], string>> = {
  waiting: 'waiting',
  started: 'working',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
  stopped: 'stopped',
};

function StepStates(props: {
  readonly runId: string;
  readonly recipe: readonly RecipeStep[];
  readonly isPractice: boolean;
  readonly file: RecipeFile;
}) {
  const { runId, recipe, isPractice, file } = props;
  const [edited, setEdited] = useState<{ readonly at: number; readonly step: RecipeStep }>();
  const { open, opening } = useOpenStep(runId, file.position);
  const isOver = file.state !== 'running' && file.state !== 'waiting';
  return (
    <Stack gap="2xs" mt="2xs" mah="30vh" style={{ overflowY: 'auto' }}>
      {file.steps.map((state, index) => {
        const step = recipe[index];
        if (step === undefined) return null;
        const [jobId] = state.jobIds;
        return (
          // the steps of a run never change
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap="xs">
            <Text size="xs">
              {index + 1}. {stepWords(step)}: {STATES[state.state]}
              {!isPractice &&
                state.cost !== undefined &&
                state.calls > 0 &&
                `, ${formatMoney(state.cost)}`}
            </Text>
            {state.note !== undefined && <SmallNote>{state.note}</SmallNote>}
            {jobId !== undefined && (
              <SmallButton
                variant="subtle"
                onClick={() => {
                  useRecipes.setState({ previewedAt: undefined });
                  showScreen('tasks', { kind: 'show-job', jobId });
                }}
              >
                Show in Tasks
              </SmallButton>
            )}
            {hasBegun(file, index) && (
              <SmallButton
                variant="subtle"
                loading={opening === index}
                aria-label={`Open in ${placeOfStep(step.kind).title} as step ${index + 1} began`}
                onClick={() => void open(index, placeOfStep(step.kind).id)}
              >
                Open in {placeOfStep(step.kind).title}
              </SmallButton>
            )}
            {isOver && (
              <SmallButton
                variant="subtle"
                onClick={() => setEdited(edited?.at === index ? undefined : { at: index, step })}
              >
                Again from here…
              </SmallButton>
            )}
          </Group>
        );
      })}
      <Collapse expanded={edited !== undefined}>
        {edited !== undefined && (
          <Stack gap="sm" p="xs" maw="28rem" data-own-keys>
            <StepFields
              step={edited.step}
              isFirst={edited.at === 0}
              onChange={(step) => setEdited({ ...edited, step })}
            />
            <Group gap="xs">
              <Button
                onClick={() => {
                  setEdited(undefined);
                  void running.againFrom(runId, file.position, edited.at, edited.step);
                }}
              >
                Run this picture again from step {edited.at + 1}
              </Button>
              <QuietButton onClick={() => setEdited(undefined)}>Cancel</QuietButton>
            </Group>
          </Stack>
        )}
      </Collapse>
    </Stack>
  );
}

/** @returns a function that opens a step by its index, and the index being opened */
function useOpenStep(runId: string, position: number) {
  const client = useQueryClient();
  const [opening, setOpening] = useState<number>();
  async function open(index: number, screenId: string): Promise<void> {
    const show = unlessLeft(screenId, (opened: OpenedStep) => {
      showScreen(screenId, orderOfStep(opened));
      const words = openedWords(opened);
      if (words !== undefined) say(words);
    });
    setOpening(index);
    const opened = await running.openStep(runId, position, index);
    setOpening(undefined);
    // another picture is shown, or none
    if (useRecipes.getState().previewedAt !== position) return;
    useRecipes.setState({ previewedAt: undefined });
    if (opened === undefined) return;
    // the Studio may have cached an answer about this photo
    await client.invalidateQueries({ queryKey: queries.cleanup.edge.key() });
    show(opened);
  }
  return { open, opening };
}

/** True if its picture exists: the step has begun or is the next one. */
function hasBegun({ steps, judgement }: RecipeFile, index: number): boolean {
  // accepting a file deletes the pictures between the steps
  if (judgement === 'accepted' && index > 0) return false;
  const isNext = steps
    .slice(0, index)
    .every(({ state }) => state === 'done' || state === 'skipped');
  return steps[index]?.state !== 'waiting' || isNext;
}

export function FilePreview(props: {
  readonly shown: ShownFiles;
  readonly steps: ListSteps<number>;
}) {
  const { shown, steps } = props;
  const position = useRecipes((state) => state.previewedAt);
  const file = usePreviewedFile(shown.view, position);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { runId, files } = shown;
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const hasOwnKeys =
      target instanceof Element && target.closest('input, [role=slider], [data-own-keys]') !== null;
    if (position === undefined || ctrlKey || metaKey || altKey || hasOwnKeys) return;
    const order = orderOfKey(key, { position, file, isRun: runId !== undefined, files });
    if (order === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { judgement, to } = order;
    if (runId !== undefined && judgement !== undefined)
      void running.judge(runId, { positions: [position] }, judgement);
    useRecipes.setState({ previewedAt: to });
  };
  return (
    <Modal
      opened={file !== undefined}
      onClose={() => {
        useRecipes.setState({ previewedAt: undefined });
        steps.rows.current?.focus();
      }}
      title={file?.name}
      onKeyDown={onKeyDown}
      size="min(96vw, 90rem)"
    >
      {file !== undefined && <Preview file={file} shown={shown} />}
    </Modal>
  );
}

function Preview({ file, shown }: { readonly file: RecipeFile; readonly shown: ShownFiles }) {
  const { recipe, runId } = shown;
  const { position, judgement, after } = file;
  const canJudge = runId !== undefined && canBeJudged(file);
  const judge = (wanted: Judgement) => () => {
    if (runId === undefined) return;
    void running.judge(runId, { positions: [position] }, judgement === wanted ? 'none' : wanted);
  };
  const sentence = fileSentence(file, recipe);
  return (
    <Stack gap="xs" h="calc(90dvh - var(--gesso-label))">
      <Box pos="relative" flex={1} mih={0} bg="var(--gesso-ground)">
        <Stage file={file} />
      </Box>
      <div>
        <Group gap="sm">
          <Status fw={500}>{fileState(file)}</Status>
          {sentence !== '' && <Note>{sentence}</Note>}
          <SmallNote>← → next picture{runId !== undefined && ', A accept, R reject'}</SmallNote>
          <Box flex={1} />
          {after !== undefined && (
            <QuietButton
              onClick={() => {
                useRecipes.setState({ previewedAt: undefined });
                showScreen('studio', { kind: 'open-photo', photoId: after.photoId });
              }}
            >
              Open in Studio
            </QuietButton>
          )}
          {canJudge && (
            <>
              <Button
                leftSection={judgement === 'rejected' && <IconX size={16} />}
                aria-pressed={judgement === 'rejected'}
                onClick={judge('rejected')}
              >
                Reject
              </Button>
              <Button
                leftSection={judgement === 'accepted' && <IconCheck size={16} />}
                aria-pressed={judgement === 'accepted'}
                onClick={judge('accepted')}
              >
                Accept
              </Button>
            </>
          )}
        </Group>
        {runId !== undefined && (
          <StepStates
            key={position}
            runId={runId}
            recipe={recipe}
            isPractice={shown.isPractice}
            file={file}
          />
        )}
      </div>
    </Stack>
  );
}

function Stage({ file }: { readonly file: RecipeFile }) {
  const { before, after = before } = file;
  const first = usePhoto(before);
  const last = usePhoto(after);
  const states = useMemo(
    () => statesOf(before, first.data, after, last.data),
    [before, first.data, after, last.data],
  );
  const picture = useMemo(() => last.data && shownPicture(last.data), [last.data]);
  const error = last.error ?? first.error;
  if (error !== null) return <ErrorNotice error={readError(error)} />;
  if (picture === undefined || states === undefined) {
    return <PictureViewer picture={picture} label="The picture" />;
  }
  return <PictureComparison picture={picture} states={states} label="Before and after" />;
}

function usePhoto(picture: RecipePicture | undefined) {
  const photoId = picture?.photoId ?? '';
  return useQuery(queries.photos.get.queryOptions({ input: { photoId }, enabled: photoId !== '' }));
}

function shownPicture({ id, url, width, height }: Photo) {
  return { id, url, size: { width, height } };
}

/** Returns `undefined` until both are known, or if they are the same picture. */
function statesOf(
  before: RecipePicture | undefined,
  first: Photo | undefined,
  after: RecipePicture | undefined,
  last: Photo | undefined,
): readonly NamedState[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (first === undefined || last === undefined) return undefined;
  const patches = (photo: Photo, { patchIds }: RecipePicture) =>
    photo.patches.filter(({ id }) => patchIds.includes(id));
  const isSame = before.photoId === after.photoId;
  if (isSame && before.patchIds.join() === after.patchIds.join()) return undefined;
  return [
    isSame
      ? { name: 'Before', patches: patches(first, before) }
      : { name: 'Before', picture: shownPicture(first) },
    { name: 'After', patches: patches(last, after) },
  ];
}

function usePreviewedFile(
  view: FileView | undefined,
  position: number | undefined,
): RecipeFile | undefined {
  const { data } = useQuery(
    queries.recipes.files.queryOptions({
      // with the filter `all`, the offset is the position
      input: { runId: view?.runId ?? '', filter: 'all', offset: position ?? 0, limit: 1 },
      enabled: view !== undefined && position !== undefined,
      placeholderData: keepPreviousData,
    }),
  );
  return position === undefined ? undefined : data?.rows[0];
}
