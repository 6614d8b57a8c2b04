import { Box, Button, Center, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TrainingFile } from '../../../../shared/contract/training.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import { trainingPictureUrl } from '../../../../shared/media.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { Fact, Facts } from '../../../core/ui/Facts.tsx';
import { Section } from '../../../core/ui/Form.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count, formatBytes, formatDateTime } from '../../../core/ui/format.ts';
import { CONVERTIBLE_MARKS, formatWord, markWords, noteOf, stateWord } from '../model/words.ts';
import { NOTHING_SELECTED } from '../../../features/rows/selection.ts';
import { ConvertMenu } from './SetPanel.tsx';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { useTraining, training } from '../session/use-training.ts';
import { QuietButton, Status } from '../../../core/ui/variants.ts';

const UPLOAD_WORDS: { readonly [State in TrainingFile['state']]?: string } = {
  ready: 'Upload',
  failed: 'Retry',
  unknown: 'Upload again',
  duplicate: 'Upload anyway',
};

export function SelectionPanel({ isRemoved }: { readonly isRemoved: boolean }) {
  const { attempt } = training;
  const { keys: ids } = useTraining((state) => state.selection);
  const selection = { ids: [...ids] };
  const [only] = ids.size === 1 ? ids : [];
  const file = useFile(only);
  const may = (...states: readonly TrainingFile['state'][]) =>
    file === undefined || states.includes(file.state);
  const canConvert =
    file === undefined ||
    file.state === 'convertible' ||
    (file.state === 'ready' && file.marks.some((mark) => CONVERTIBLE_MARKS.includes(mark)));
  return (
    <Section>
      <Group justify="space-between" wrap="nowrap">
        <Status fw={600}>{count(ids.size, 'file')} selected</Status>
        <CloseButton
          size="sm"
          aria-label="Deselect"
          onClick={() => useTraining.setState({ selection: NOTHING_SELECTED })}
        />
      </Group>
      {file !== undefined && <FileFacts file={file} />}
      {isRemoved ? (
        <Button onClick={() => void attempt(() => backend.training.restoreRows({ selection }))}>
          Put back in the list
        </Button>
      ) : (
        <Group gap="xs">
          {may('ready', 'failed', 'unknown', 'duplicate') && (
            <Button onClick={() => void training.upload(selection)}>
              {file === undefined ? 'Upload' : UPLOAD_WORDS[file.state]}
            </Button>
          )}
          {may('waiting', 'sending') && (
            <Button onClick={() => void training.cancel(selection)}>Cancel upload</Button>
          )}
          {may('unknown') && file !== undefined && (
            <Button onClick={() => void attempt(() => backend.training.keepAsset({ selection }))}>
              Keep asset ID
            </Button>
          )}
          {may('done', 'duplicate') && (
            <Button onClick={() => void training.copyIds(selection)}>
              Copy asset {ids.size === 1 ? 'ID' : 'IDs'}
            </Button>
          )}
          {canConvert && <ConvertMenu label="Convert…" keeping={[selection]} />}
          <QuietButton onClick={() => void training.remove(selection)}>
            Remove from the list
          </QuietButton>
        </Group>
      )}
    </Section>
  );
}

/** Reads the file again whenever the list is read. */
function useFile(id: number | undefined): TrainingFile | undefined {
  const view = useTraining((state) => state.view);
  const index = useTraining((state) => state.selection.focus?.index ?? 0);
  const { isInFront } = useScreen();
  // its page is loaded while it is in sight; a file that moved is looked for nearby
  const offset = Math.max(0, index - 30);
  const { data } = useQuery(
    queries.training.list.queryOptions({
      input: { view, offset, limit: 60 },
      enabled: isInFront && id !== undefined,
    }),
  );
  return data?.rows.find((row) => row.id === id);
}

function FileFacts({ file }: { readonly file: TrainingFile }) {
  const { name, folder, byteLength, width, height, format, state, assetId, error } = file;
  const facts: readonly (readonly [string, string])[] = [
    ['Folder', folder],
    ['Size', width === undefined ? '' : `${width} × ${height ?? 0} px`],
    ['File', `${format === undefined ? '' : `${formatWord(format)}, `}${formatBytes(byteLength)}`],
    ['State', stateWord(state)],
    ['Asset ID', assetId ?? ''],
    ['Connection', file.connectionName ?? ''],
    ['Uploaded', file.uploadedAt === undefined ? '' : formatDateTime(file.uploadedAt)],
  ];
  const keepsCameraData = useSetting('trainingKeepsCameraData');
  const note = error === undefined ? noteOf(file, keepsCameraData) : '';
  const marks = file.marks.filter((mark) => mark !== 'camera' || state !== 'done');
  return (
    <Stack gap="xs">
      {file.thumbnailUrl !== undefined && (
        <Center bg="var(--gesso-ground)">
          <Box
            component="img"
            maw="100%"
            mah="var(--gesso-list)"
            key={file.id}
            src={trainingPictureUrl(file.id)}
            alt={name}
          />
        </Center>
      )}
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Facts>
        {facts
          .filter(([, value]) => value !== '')
          .map(([title, value]) => (
            <Fact key={title} name={title}>
              {value}
            </Fact>
          ))}
      </Facts>
      {note !== '' && state === 'duplicate' && <Text size="sm">{note}</Text>}
      {marks.map((mark) => (
        <Text key={mark} size="sm">
          {mark === 'near' && file.likeName !== undefined
            ? `Looks nearly the same as “${file.likeName}”.`
            : `${markWords(mark, keepsCameraData).long}.`}
        </Text>
      ))}
      {error !== undefined && <ErrorNotice error={{ ...error, action: undefined }} />}
    </Stack>
  );
}
