import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../../core/backend/client.ts';
import { sayError } from '../../../../core/backend/say-error.ts';
import { useScreen } from '../../../../core/screen/screen-context.tsx';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatTime } from '../../../../core/ui/format.ts';
import { useCompletion, useCompletionSession } from '../session/index.ts';
import classes from '../Completion.module.css';
import { TablePlan } from './TablePlan.tsx';
import { TableRun } from './TableRun.tsx';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { templateNames } from '../../../../../shared/language/template.ts';
import { useFileIntake } from '../../../../features/files/file-intake.ts';
import { pickFiles } from '../../../../features/files/file-input.ts';
import { Foot, MainButton } from '../../../../core/frame/Foot.tsx';
import { InFoot } from '../InFoot.tsx';
import { GrowingTextarea } from '../../../../core/ui/GrowingTextarea.tsx';

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
          <Button
            variant="subtle"
            disabled={table.state === 'running'}
            onClick={() => void session.tables.remove(table)}
          >
            Delete table
          </Button>
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
  useFileIntake({
    label: 'Drop a CSV file to fill the variables',
    take,
    refuse: sayError,
  });
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
