/** One call: its facts, request and answer as they were without their contents, and the ways on from here. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { OPERATION_WORDS } from '../../../../shared/activity/words.ts';
import type { CallExchange, Outline, RecordedCall } from '../../../../shared/contract/activity.ts';
import { queries, readError } from '../../../base/backend/client.ts';
import { showScreen } from '../../../base/screen/navigation.ts';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import { Fact, Facts } from '../../../base/ui/Facts.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { count, formatBytes, formatDateTime } from '../../../base/ui/format.ts';
import classes from '../Activity.module.css';
import { costInWords, durationInWords, endColor, endInWords } from '../model/call-words.ts';
import { copyAsCurl } from '../session/copy-as-curl.ts';

export function CallPanel({ call }: { readonly call: RecordedCall | undefined }) {
  return call === undefined ? <Nothing /> : <Call call={call} />;
}

function Nothing() {
  return (
    <Inspector label="Call details">
      <Text size="sm" c="dimmed">
        Select a call to see its request and answer. Pictures, texts and keys are never kept here:
        only their sizes are.
      </Text>
    </Inspector>
  );
}

function Call({ call }: { readonly call: RecordedCall }) {
  const details = useQuery({
    ...queries.activity.read.queryOptions({
      input: { callId: call.id },
      // further looks are another answer
      queryKey: ['activity-call', call.id, call.looks],
      placeholderData: (before) => (before?.call.id === call.id ? before : undefined),
    }),
    gcTime: 0,
  });
  const exchange = details.data?.exchange;
  return (
    <Inspector
      label="Call details"
      head={<Head call={call} />}
      footer={<Footer call={call} exchange={exchange} />}
    >
      <CallFacts call={call} />
      {details.error !== null && <ErrorNotice error={readError(details.error)} />}
      {exchange !== undefined && <Exchange exchange={exchange} />}
    </Inspector>
  );
}

function Head({ call }: { readonly call: RecordedCall }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text fw={600} size="sm">
        {OPERATION_WORDS[call.operation]}
      </Text>
      <Badge
        c="var(--mantine-color-text)"
        color={endColor(call)}
        className={classes['whole'] ?? ''}
      >
        {endInWords(call)}
      </Badge>
    </Group>
  );
}

function CallFacts({ call }: { readonly call: RecordedCall }) {
  const cost = costInWords(call);
  return (
    <Facts>
      <Fact name="Address">
        {call.method} {call.address}
      </Fact>
      <Fact name="Connection">{call.connectionName}</Fact>
      <Fact name="Started">{formatDateTime(call.startedAt)}</Fact>
      {call.looks > 1 && (
        <>
          <Fact name="Looks">{count(call.looks, 'look')} that ended alike</Fact>
          <Fact name="Last look">{formatDateTime(call.lastAt)}</Fact>
        </>
      )}
      <Fact name="Took">{durationInWords(call)}</Fact>
      <Fact name="Sent">{formatBytes(call.sentBytes)}</Fact>
      <Fact name="Received">{formatBytes(call.receivedBytes)}</Fact>
      <Fact name="Cost">{cost ?? 'Unknown'}</Fact>
      <Fact name="Tries">{call.tries}</Fact>
      {call.error !== undefined && <Fact name="Error">{call.error}</Fact>}
    </Facts>
  );
}

function Exchange({ exchange }: { readonly exchange: CallExchange }) {
  const { request, answer, tries } = exchange;
  return (
    <Stack gap="sm">
      {tries.length > 1 && (
        <Section title="Tries">
          {tries
            .map(({ status, error, milliseconds }) =>
              [status, error, `${milliseconds} ms`].filter((each) => each !== undefined).join('  '),
            )
            .join('\n')}
        </Section>
      )}
      <Section title="Request">
        {textOf({ ...request.query }, request.headers, request.body)}
      </Section>
      <Section title="Answer">
        {answer === undefined ? 'No answer came.' : textOf({}, answer.headers, answer.body)}
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <section aria-label={title}>
      <Text size="xs" fw={600}>
        {title}
      </Text>
      <pre className={classes['text']} tabIndex={0}>
        {children}
      </pre>
    </section>
  );
}

/** Parameters, headers and body, as they go over the line. */
function textOf(
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  body: Outline | undefined,
): string {
  const parameters = Object.entries(query).map(([name, value]) => `?${name}=${value}`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
  return [...parameters, ...lines, ...(body === undefined ? [] : ['', shown])].join('\n');
}

function Footer(props: {
  readonly call: RecordedCall;
  readonly exchange: CallExchange | undefined;
}) {
  const { call, exchange } = props;
  const { jobId } = call;
  return (
    <Group gap="xs">
      <Button
        disabled={exchange === undefined}
        onClick={() => {
          if (exchange !== undefined) copyAsCurl(call, exchange);
        }}
      >
        Copy as cURL
      </Button>
      <Button
        disabled={exchange === undefined}
        onClick={() => {
          if (exchange !== undefined) copyAsCurl(call, exchange, 'PowerShell');
        }}
      >
        Copy for PowerShell
      </Button>
      {jobId !== undefined && (
        <Button onClick={() => showScreen('tasks', { kind: 'show-job', jobId })}>
          Show in Tasks
        </Button>
      )}
    </Group>
  );
}
