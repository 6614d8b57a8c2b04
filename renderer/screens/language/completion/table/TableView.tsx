import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../../core/backend/client.ts';
import { useScreen } from '../../../../core/screen/screen-context.tsx';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatTime } from '../../../../core/ui/format.ts';
import { useCompletion, useCompletionSession } from '../session/index.ts';
import classes from '../Completion.module.css';
import { TablePlan } from './TablePlan.tsx';
import { TableRun } from './TableRun.tsx';
import { TableStart } from './TableStart.tsx';

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
