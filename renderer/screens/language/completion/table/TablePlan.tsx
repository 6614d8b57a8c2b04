import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../../../core/backend/client.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatNumber } from '../../../../core/ui/format.ts';
import { formatCost } from '../../answers/answer-words.ts';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import { useCompletion, useCompletionSession, type TableDraft } from '../session/index.ts';
import { Foot } from '../../../../core/frame/Foot.tsx';
import { InFoot } from '../InFoot.tsx';
import languageClasses from '../../Language.module.css';

const SHOWN_PROBLEMS = 5;

export function TablePlan(props: {
  readonly draft: TableDraft;
  readonly foot: HTMLElement | null;
}) {
  'use no memo'; // asks the session, whose answers change with the settings and the document
  const { draft, foot } = props;
  const session = useCompletionSession();
  const settings = useCompletion((state) => state.settings);
  const document = useCompletion((state) => state.document);
  const { list } = useModels();
  const model = settings.model ?? modelForNew(list, undefined);
  const obstacle = modelObstacle(list, [model]);
  // the rows keep their identity while shown, so they are not part of the key
  const input = useMemo(
    () => ({ settings, model, document, draft, input: session.tables.draft() }),
    [session, settings, model, document, draft],
  ).input;
  const plan = useQuery({
    ...queries.promptTables.plan.queryOptions({
      input: input ?? { template: '', model: '', parameters: {}, table: draft },
      enabled: input !== undefined,
    }),
    queryKey: ['prompt-table-plan', draft.name, draft.rows.length, settings, model, document?.id],
    gcTime: 0,
  });
  const { data, error } = plan;
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
        <Text size="sm" c="dimmed">
          Not used: {data.unusedColumns.join(', ')}
        </Text>
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
          <Button variant="subtle" onClick={() => session.tables.discard()}>
            Use other rows
          </Button>
          {draft.rows.length > 1 && (
            <Button disabled={isBlocked} onClick={() => void session.tables.begin('all')}>
              Run all {formatNumber(draft.rows.length)} rows
            </Button>
          )}
          <Button
            variant="filled"
            data-main
            flex={1}
            disabled={isBlocked}
            onClick={() => void session.tables.begin('first')}
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
