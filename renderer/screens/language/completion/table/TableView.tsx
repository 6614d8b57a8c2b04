import { Button, Group, NativeSelect, Stack, Text, Alert, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../../core/backend/client.ts';
import { sayError } from '../../../../core/backend/say-error.ts';
import { useScreen } from '../../../../core/screen/screen-context.tsx';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatTime, formatNumber } from '../../../../core/ui/format.ts';
import { useCompletion, useCompletionSession, type TableDraft } from '../session/index.ts';
import classes from '../Completion.module.css';
import { TableRun } from './TableRun.tsx';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { templateNames } from '../../../../../shared/language/template.ts';
import { useFileIntake } from '../../../../features/files/file-intake.ts';
import { pickFiles } from '../../../../features/files/file-input.ts';
import { Foot, MainButton } from '../../../../core/frame/Foot.tsx';
import { InFoot } from '../InFoot.tsx';
import { GrowingTextarea } from '../../../../core/ui/GrowingTextarea.tsx';
import { readError } from '../../../../core/backend/read-error.ts';
import { formatCost } from '../../answers/answer-words.ts';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import languageClasses from '../../Language.module.css';
import { Note, QuietButton } from '../../../../core/ui/variants.ts';

const SHOWN_PROBLEMS = 5;

function TablePlan(props: { readonly draft: TableDraft; readonly foot: HTMLElement | null }) {
  'use no memo'; // asks the session, whose answers change with the settings and the document
  const { draft, foot } = props;
  const session = useCompletionSession();
  const settings = useCompletion((state) => state.settings);
  const document = useCompletion((state) => state.document);
  const { list } = useModels();
  const model = settings.model ?? modelForNew(list, undefined);
  const obstacle = modelObstacle(list, [model]);
  // the rows keep their identity while shown, so they are not part of the key
  const input = session.tables.draft();
  const plan = useQuery({
    ...queries.promptTables.plan.queryOptions({
      input: input ?? { template: '', model: '', parameters: {}, table: draft },
      enabled: input !== undefined,
    }),
    queryKey: ['prompt-table-plan', draft.name, draft.rows.length, settings, model, document?.id],
    gcTime: 0,
  });
  const { data, error } = plan;
  const begin = (rows: 'first' | 'all'): void => {
    if (input !== undefined) void session.tables.begin(rows, input);
  };
  const isBlocked =
    data === undefined || data.unknownNames.length > 0 || data.rows === 0 || obstacle !== undefined;
  return (
    <Stack gap="sm" align="flex-start" w="100%" maw="var(--gesso-reading)">
      <Text fw={600}>
        {draft.name}: {count(draft.rows.length, 'row')}, {count(draft.columns.length, 'column')}
      </Text>
      {input === undefined && <Text>Open a document and select a model first.</Text>}
      {obstacle !== undefined && input !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {obstacle}
        </Text>
      )}
      {error !== null && <ErrorNotice error={readError(error)} />}
      {draft.problems.length > 0 && (
        <Alert w="100%" color="orange" role="status">
          {draft.problems.slice(0, SHOWN_PROBLEMS).map(({ row, message }) => (
            <Text key={`${row} ${message}`} size="sm">
              {row > 0 && `Row ${formatNumber(row)}: `}
              {message}
            </Text>
          ))}
          {draft.problems.length > SHOWN_PROBLEMS && (
            <Text size="sm">
              … and {formatNumber(draft.problems.length - SHOWN_PROBLEMS)} more.
            </Text>
          )}
        </Alert>
      )}
      {data !== undefined && data.unknownNames.length > 0 && (
        <Alert w="100%" color="orange" role="alert">
          <Text size="sm">
            The table has no column for {data.unknownNames.map((name) => `{{${name}}}`).join(', ')}.
            Add the columns, or change the document.
          </Text>
        </Alert>
      )}
      {data !== undefined && data.unusedColumns.length > 0 && (
        <Note>Not used: {data.unusedColumns.join(', ')}</Note>
      )}
      {data !== undefined && data.unknownNames.length === 0 && (
        <>
          <Text size="sm" fw={500}>
            Row 1 as it is sent
          </Text>
          <Code block w="100%" className={languageClasses['code'] ?? ''}>
            {data.firstPrompt}
          </Code>
        </>
      )}
      <InFoot place={foot}>
        <Foot
          what={
            data && `${count(data.answers, 'answer')}, ≈ ${formatNumber(data.promptTokens)} tokens`
          }
          cost={data && costWords(data, list?.isPractice === true)}
        >
          <QuietButton onClick={() => session.tables.discard()}>Use other rows</QuietButton>
          {draft.rows.length > 1 && (
            <Button disabled={isBlocked} onClick={() => begin('all')}>
              Run all {formatNumber(draft.rows.length)} rows
            </Button>
          )}
          <Button
            variant="filled"
            data-main
            flex={1}
            disabled={isBlocked}
            onClick={() => begin('first')}
          >
            Run row 1
          </Button>
        </Foot>
      </InFoot>
    </Stack>
  );
}

function costWords(
  plan: { readonly costLeast?: number | undefined; readonly costMost?: number | undefined },
  isPractice: boolean,
): string {
  if (isPractice) return 'Free';
  if (plan.costLeast === undefined) return 'Cost unknown';
  if (plan.costMost === undefined) return `${formatCost(plan.costLeast)} + answers`;
  return `${formatCost(plan.costLeast)} to ${formatCost(plan.costMost)}`;
}

const TABLE_FILES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values';

/** @param props.foot element of the inspector's foot */
export function TableView({ foot }: { readonly foot: HTMLElement | null }) {
  const session = useCompletionSession();
  const tableId = useCompletion((state) => state.tableId);
  const draft = useCompletion((state) => state.tableDraft);
  const error = useCompletion((state) => state.error);
  const { isInFront } = useScreen();
  const { data: tables } = useQuery(queries.promptTables.list.queryOptions({ enabled: isInFront }));
  const table = tables?.find(({ id }) => id === tableId);
  const unfinished = tables?.find(({ counts }) => counts.waiting > 0);
  return (
    <Stack gap="sm" p="md" className={classes['view'] ?? ''}>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label="Table"
          value={tableId ?? ''}
          data={[
            { value: '', label: 'New table' },
            ...(tables ?? []).map(({ id, name, createdAt }) => ({
              value: id,
              label: `${name} (${formatTime(createdAt)})`,
            })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            session.tables.show(value === '' ? undefined : value);
          }}
        />
        {table !== undefined && (
          <QuietButton
            disabled={table.state === 'running'}
            onClick={() => void session.tables.remove(table)}
          >
            Delete table
          </QuietButton>
        )}
      </Group>
      {error !== undefined && (
        <ErrorNotice error={error} onClose={() => session.store.setState({ error: undefined })} />
      )}
      {table !== undefined ? (
        <TableRun key={table.id} table={table} foot={foot} />
      ) : draft === undefined ? (
        <>
          {unfinished !== undefined && (
            <Group gap="xs">
              <Text size="sm">
                “{unfinished.name}” is not finished: {count(unfinished.counts.waiting, 'row')} not
                sent.
              </Text>
              <Button size="compact-sm" onClick={() => session.tables.show(unfinished.id)}>
                Show table
              </Button>
            </Group>
          )}
          <TableStart foot={foot} />
        </>
      ) : (
        <TablePlan draft={draft} foot={foot} />
      )}
    </Stack>
  );
}

function TableStart({ foot }: { readonly foot: HTMLElement | null }) {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const [pasted, setPasted] = useState('');
  const names = document === undefined ? [] : templateNames(document.state().doc.toString());
  const take = ([file]: readonly File[]): void => {
    if (file !== undefined) void session.tables.read(file);
  };
  useFileIntake({ label: 'Drop a CSV file to fill the variables', take, refuse: sayError });
  return (
    <Stack gap="sm" align="flex-start" w="100%" maw="var(--gesso-reading)">
      <Text>
        {names.length === 0
          ? 'Write variables into the document, such as {{product}}. Each row of a table then makes one prompt.'
          : `The document has ${names.map((name) => `{{${name}}}`).join(', ')}. Each row of a table makes one prompt.`}
      </Text>
      <Button
        leftSection={<IconFileSpreadsheet size={16} />}
        onClick={() => pickFiles(take, TABLE_FILES)}
      >
        Open CSV…
      </Button>
      <GrowingTextarea
        w="100%"
        label="Or paste rows here"
        description="The first row has the names. Commas, semicolons or tabs separate the cells."
        leastLines={5}
        mostLines={12}
        spellCheck={false}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <InFoot place={foot}>
        <Foot>
          <MainButton
            obstacle={pasted.trim() === '' ? 'Paste rows first' : undefined}
            onClick={() => void session.tables.read(pasted)}
          >
            Use these rows
          </MainButton>
        </Foot>
      </InFoot>
    </Stack>
  );
}
