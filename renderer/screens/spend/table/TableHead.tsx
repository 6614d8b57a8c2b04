import { ActionIcon, Box, Button, Group, Menu, Select, Text } from '@mantine/core';
import { IconColumns, IconDownload, IconX } from '@tabler/icons-react';
import { SPEND_HEADINGS, type SpendHeading } from '../../../../shared/contract/spend.ts';
import type { SpendTable, SpendTableColumn } from '../../../../shared/contract/spend-view.ts';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { SearchField } from '../../../core/ui/SearchField.tsx';
import type { SearchText } from '../../../core/ui/search-text.ts';
import { COLUMNS } from './columns.ts';

const HEADING_NAMES: Readonly<Record<SpendHeading, string>> = {
  day: 'Grouped by day',
  category: 'Grouped by category',
  product: 'Grouped by product',
  owner: 'Grouped by owner',
  connection: 'Grouped by connection',
};

export function TableHead(props: {
  readonly label: string;
  readonly sought: SearchText;
  readonly table: SpendTable;
  readonly onTable: (changes: Partial<SpendTable>) => void;
  readonly onSave: (columns: 'gesso' | 'focus') => void;
  /** Missing while all rows are shown. */
  readonly onClose: (() => void) | undefined;
}) {
  const { label, sought, table, onTable, onSave } = props;
  const toggle = (id: SpendTableColumn): void => {
    const isOn = table.columns.includes(id);
    if (isOn && table.columns.length === 1) return;
    onTable({
      columns: isOn ? table.columns.filter((each) => each !== id) : [...table.columns, id],
    });
  };
  return (
    <Group gap="sm" wrap="nowrap" px="lg" py="xs">
      <Text fw={600} component="h2" mr="auto">
        {label}
      </Text>
      <SearchField label="Search rows" sought={sought} />
      <Select
        aria-label="Headings"
        data={[
          { value: '' as const, label: 'No headings' },
          ...SPEND_HEADINGS.map((value) => ({ value, label: HEADING_NAMES[value] })),
        ]}
        value={table.heading ?? ''}
        onChange={(heading) => onTable({ heading: heading === '' ? null : heading })}
      />
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <ActionIcon data-tip="Columns" aria-label="Columns">
            <IconColumns size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {COLUMNS.map(({ id, title }) => (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={table.columns.includes(id)}
              leftSection={
                <Box w="var(--gesso-thumb)">{table.columns.includes(id) ? '✓' : ''}</Box>
              }
              onClick={() => toggle(id)}
            >
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button flex="none" leftSection={<IconDownload size={16} />}>
            Save as CSV
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onSave('gesso')}>All columns</Menu.Item>
          <Menu.Item onClick={() => onSave('focus')}>Column names of FOCUS</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {props.onClose !== undefined && (
        <IconButton label="Show all rows" icon={<IconX size={16} />} onClick={props.onClose} />
      )}
    </Group>
  );
}
