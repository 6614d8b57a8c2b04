import { Box, Table, Text } from '@mantine/core';
import { count } from '../../../base/ui/format.ts';
import { clipLetter } from './compared-clips.ts';
import type { SettingsRow } from './settings-table.ts';

const COLUMNS = ['first', 'second', 'third', 'fourth'] as const;

export function SettingsTable(props: {
  readonly table: { readonly rows: readonly SettingsRow[]; readonly equal: number };
  readonly titles: readonly string[];
}) {
  const { table, titles } = props;
  const { rows, equal } = table;
  return (
    <Box flex="none" px="sm" py="2xs" c="var(--gesso-text)" bg="var(--gesso-surface)">
      {rows.length > 0 && (
        <Table
          aria-label="Settings that differ"
          fz="xs"
          verticalSpacing="3xs"
          horizontalSpacing="2xs"
          withRowBorders={false}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {titles.map((title, index) => (
                <Table.Th key={COLUMNS[index]} scope="col" fw={400} title={title}>
                  {clipLetter(index)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, values }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} c="dimmed">
                  {name}
                </Table.Th>
                {values.map((value, index) => (
                  <Table.Td key={COLUMNS[index]} aria-label={`${titles[index] ?? ''}: ${value}`}>
                    {value}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="xs" c="dimmed">
        {rows.length === 0
          ? 'These clips have the same settings.'
          : `${count(equal, 'setting')} the same.`}
      </Text>
    </Box>
  );
}
