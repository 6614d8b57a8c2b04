/** Fields of unknown meaning are shown as sent. */
import { Modal, Table, Text } from '@mantine/core';
import type { SpendRow } from '../../../../shared/contract/spend.ts';
import { COLUMNS } from './columns.ts';

export function RowDetails(props: {
  readonly row: SpendRow | undefined;
  readonly onClose: () => void;
}) {
  const { row, onClose } = props;
  return (
    <Modal opened={row !== undefined} onClose={onClose} title="Details of the row" size="lg">
      {row !== undefined && (
        <>
          <Table variant="vertical" fz="sm">
            <Table.Tbody>
              {COLUMNS.map(({ id, title, isNumber, plain }) => {
                const isMoney = isNumber && /amount/iu.test(id);
                const text = plain(row);
                return (
                  <Table.Tr key={id}>
                    <Table.Th>{title}</Table.Th>
                    <Table.Td>{text === '' ? '–' : isMoney ? `$${text}` : text}</Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
          <Text size="xs" c="dimmed" mt="sm">
            Quantities and prices are shown as the service sent them; it does not say their units,
            nor its currency, which is taken to be USD.
          </Text>
        </>
      )}
    </Modal>
  );
}
