import { Modal, Table } from '@mantine/core';
import type { LanguageRun } from '../../../../shared/contract/language.ts';
import { detailsOf } from './answer-words.ts';
import { RequestView } from '../request/RequestView.tsx';
import classes from '../Language.module.css';

export function AnswerDetails(props: {
  readonly run: LanguageRun;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { run, isOpen, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title="Answer" size="lg">
      <Table withRowBorders={false} verticalSpacing={4} mb="md">
        <Table.Tbody>
          {detailsOf(run).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th fw={500} w={160}>
                {name}
              </Table.Th>
              <Table.Td className={classes['code'] ?? ''}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <RequestView
        request={run.request}
        connectionName={run.connectionName}
        isPractice={run.isPractice}
      />
    </Modal>
  );
}
