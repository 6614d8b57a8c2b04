/** Everything about one answer, and its request as JSON and cURL without the key. */
import {
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  SegmentedControl,
  Table,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import { requestAsCurl, requestAsJson } from '../../../../../shared/language/show-request.ts';
import { useConnections } from '../../../../backend/connections.ts';
import { detailsOf } from '../../chat/model/answer-words.ts';
import classes from '../Completion.module.css';

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
              <Table.Td className={classes['selectable'] ?? ''}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Request run={run} />
    </Modal>
  );
}

function Request({ run }: { readonly run: LanguageRun }) {
  const [as, setAs] = useState('json');
  const connections = useConnections();
  const connection =
    connections?.find(({ name }) => name === run.connectionName) ??
    connections?.find(({ isActive }) => isActive);
  const canShowCurl = connection !== undefined && !run.isPractice;
  const text =
    as === 'curl' && connection !== undefined
      ? requestAsCurl(run.request, connection)
      : requestAsJson(run.request);
  return (
    <>
      <Group justify="space-between" mb={6}>
        <Text fw={600} size="sm">
          Request
        </Text>
        {canShowCurl && (
          <SegmentedControl
            size="xs"
            aria-label="Form of the request"
            data={[
              { value: 'json', label: 'JSON' },
              { value: 'curl', label: 'cURL' },
            ]}
            value={as}
            onChange={setAs}
          />
        )}
      </Group>
      <Code block className={classes['request'] ?? ''}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" mt="xs" onClick={copy}>
            {copied ? 'Copied' : 'Copy request'}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
