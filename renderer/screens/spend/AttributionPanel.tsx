import { ActionIcon, Box, Group, Loader, Stack, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CostAttribution } from '../../../shared/contract/attribution.ts';
import type { SpendRange, SpendRead } from '../../../shared/contract/spend.ts';
import { formatAmount } from '../../../shared/spend/exact-money.ts';
import { backend, queries } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { kindTitle } from '../../features/jobs/job-words.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { say } from '../../core/ui/say.ts';
import { bucketName } from './model/chart-words.ts';
import { distinctFailures } from './model/failures.ts';
import { money } from './forecast/forecast-words.ts';
import { useBillSync } from './session/use-bill-sync.ts';
import { causeAmount, causeSentence } from './attribution-words.ts';
import listClasses from '../../features/rows/List.module.css';
import { formatNumber } from '../../core/ui/format.ts';
import { HAIRLINE } from '../../core/ui/hairline.ts';
import { Note, SmallButton, SmallNote } from '../../core/ui/variants.ts';

const HOUR = 3600;

export function AttributionPanel(props: {
  readonly range: SpendRange;
  readonly onClose: () => void;
}) {
  const { range, onClose } = props;
  const wanted: SpendRead = { range, unit: 'hour', categories: ['gen_api', 'llm'] };
  const sync = useBillSync(wanted);
  const { data: attribution, error } = useQuery(
    queries.attribution.read.queryOptions({ input: { range }, placeholderData: keepPreviousData }),
  );
  return (
    <Stack
      component="section"
      gap={0}
      flex={1}
      mih="calc(2 * var(--gesso-label))"
      style={{ borderTop: HAIRLINE }}
      aria-label="Caused by Gesso"
    >
      <Group gap="var(--gesso-space-2xs) var(--gesso-space-sm)" px="lg" py="xs">
        <Text fw={600} size="sm">
          Caused by Gesso
        </Text>
        {sync.isReading && sync.of > 0 && (
          <SmallNote role="status">
            Reading bills by the hour, {sync.answered} of {sync.of}…
          </SmallNote>
        )}
        <ActionIcon ml="auto" aria-label="Close the comparison" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      {error !== null && <ErrorNotice error={readError(error)} />}
      {distinctFailures(sync.failed).map((failure) => (
        <ErrorNotice key={failure.message} error={failure} actions={{ retry: sync.readAgain }} />
      ))}
      {attribution === undefined ? (
        error === null && <Loader size="sm" m="md" />
      ) : (
        <Box className={listClasses['rows'] ?? ''} px="lg" pb="sm">
          <Summary attribution={attribution} />
          <Learned attribution={attribution} />
          <Dearest attribution={attribution} />
          <Hours attribution={attribution} />
        </Box>
      )}
    </Stack>
  );
}

function Summary({ attribution }: { readonly attribution: CostAttribution }) {
  return (
    <Text size="sm">
      Gesso’s share: at least {formatAmount(attribution.surely)}, at most{' '}
      {formatAmount(attribution.atMost)}.{' '}
      <Note span>
        Bills name hours and products, not calls.
        {!attribution.isKnown && ' Some hours have not been read yet.'}
      </Note>
    </Text>
  );
}

function Learned({ attribution }: { readonly attribution: CostAttribution }) {
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: ({ kind, price }: CostAttribution['learned'][number]) =>
      backend.prices.set({ connectionId: attribution.connectionId, kind, price }),
    onSuccess(prices) {
      client.setQueryData(queries.prices.list.queryKey(), prices);
      say('The price is used from now on.');
    },
    onError: sayError,
  });
  return attribution.learned.map((learned) => (
    <Group key={learned.kind} gap="var(--gesso-space-2xs) var(--gesso-space-sm)">
      <Text size="sm">
        {kindTitle(learned.kind)}: {money(learned.price)} a call, by{' '}
        {learned.hours === 1 ? '1 hour' : `${learned.hours} hours`} in which all calls were Gesso’s,
        the latest on {bucketName({ start: learned.last, end: learned.last + HOUR }, 'hour')}
      </Text>
      <SmallButton variant="subtle" onClick={() => set.mutate(learned)}>
        Use this price
      </SmallButton>
    </Group>
  ));
}

function Dearest({ attribution }: { readonly attribution: CostAttribution }) {
  if (attribution.dearest.length === 0) return null;
  return (
    <Text size="sm">
      Gesso’s most expensive calls, by its own list:{' '}
      {attribution.dearest
        .map(
          ({ name, calls, cost, tokens }) =>
            `${name} (${calls === 1 ? '1 call' : `${calls} calls`}${
              cost === undefined ? '' : `, ${formatAmount({ exact: cost, hasDecimals: true })}`
            }${tokens === undefined ? '' : `, ${formatNumber(tokens)} tokens`})`,
        )
        .join(', ')}
      .
    </Text>
  );
}

function Hours({ attribution }: { readonly attribution: CostAttribution }) {
  if (attribution.rows.length === 0) {
    return <Note>No bills, and no calls from Gesso, in this period.</Note>;
  }
  return (
    <>
      <Table stickyHeader fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Hour</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th>Calls</Table.Th>
            <Table.Th ta="right">Billed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attribution.rows.map((row) => (
            <Table.Tr key={`${row.start} ${row.product} ${row.state}`}>
              <Table.Td>{bucketName({ start: row.start, end: row.start + HOUR }, 'hour')}</Table.Td>
              <Table.Td>{row.product}</Table.Td>
              <Table.Td>{causeSentence(row)}</Table.Td>
              <Table.Td ta="right">{causeAmount(row)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {attribution.more > 0 && (
        <SmallNote>
          {attribution.more} earlier rows are left out. Select a shorter period to see them.
        </SmallNote>
      )}
    </>
  );
}
