import { ActionIcon, Button, Code, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { OPERATION_WORDS } from '../../../shared/activity/words.ts';
import type { CallExchange, Outline, RecordedCall } from '../../../shared/contract/activity.ts';
import { queries, readError } from '../../core/backend/client.ts';
import { showScreen } from '../../core/screen/navigation.ts';
import { Foot } from '../../core/frame/Foot.tsx';
import { Inspector } from '../../core/frame/Inspector.tsx';
import { Fact, Facts } from '../../core/ui/Facts.tsx';
import { Section } from '../../core/ui/Form.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { formatBytes, formatDateTime } from '../../core/ui/format.ts';
import shared from '../../core/ui/shared.module.css';
import { costInWords, durationInWords, endColor, endInWords } from './model/call-words.ts';
import { type Shell, commandOf, recordedRequest } from '../../../shared/activity/curl.ts';
import { copyAndSay } from '../../core/ui/copy-text.ts';

export function copyAsCurl(
  call: RecordedCall,
  exchange: CallExchange,
  shell: Shell = 'bash',
): void {
  const command = commandOf(shell, recordedRequest(call, exchange));
  void copyAndSay(command, 'Copied. Set GESSO_API_KEY to your key before you run it.');
}

export function CallPanel({ call }: { readonly call: RecordedCall | undefined }) {
  return call === undefined ? (
    <Inspector label="Call details" head={null}>
      {null}
    </Inspector>
  ) : (
    <Call call={call} />
  );
}

function Call({ call }: { readonly call: RecordedCall }) {
  const details = useQuery({
    ...queries.activity.read.queryOptions({
      input: { callId: call.id },
      // each poll changes the recorded answer
      queryKey: ['activity-call', call.id, call.looks],
      placeholderData: (before) => (before?.call.id === call.id ? before : undefined),
    }),
    gcTime: 0,
  });
  const exchange = details.data?.exchange;
  return (
    <Inspector
      label="Call details"
      head={<Head call={call} exchange={exchange} />}
      footer={<Footer call={call} exchange={exchange} />}
    >
      <Section>
        <CallFacts call={call} />
        {details.error !== null && <ErrorNotice error={readError(details.error)} />}
      </Section>
      {exchange !== undefined && <Exchange exchange={exchange} />}
    </Inspector>
  );
}

interface CallProps {
  readonly call: RecordedCall;
  readonly exchange: CallExchange | undefined;
}

function Head({ call, exchange }: CallProps) {
  return (
    <>
      <Text component="h2" fw={600} size="sm" flex={1} truncate>
        {OPERATION_WORDS[call.operation]}
      </Text>
      <Text size="xs" c={endColor(call)} truncate>
        {endInWords(call)}
      </Text>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More actions">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={exchange === undefined}
            onClick={() => {
              if (exchange !== undefined) copyAsCurl(call, exchange, 'PowerShell');
            }}
          >
            Copy for PowerShell
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
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
          <Fact name="Checks">{call.looks} with the same outcome</Fact>
          <Fact name="Last check">{formatDateTime(call.lastAt)}</Fact>
        </>
      )}
      <Fact name="Took">{durationInWords(call)}</Fact>
      {call.sentBytes > 0 && <Fact name="Sent">{formatBytes(call.sentBytes)}</Fact>}
      <Fact name="Received">{formatBytes(call.receivedBytes)}</Fact>
      <Fact name="Cost">{cost ?? 'Unknown'}</Fact>
      {call.tries > 1 && <Fact name="Tries">{call.tries}</Fact>}
      {call.error !== undefined && <Fact name="Error">{call.error}</Fact>}
    </Facts>
  );
}

function Exchange({ exchange }: { readonly exchange: CallExchange }) {
  const { request, answer, tries } = exchange;
  return (
    <>
      {tries.length > 1 && (
        <TextSection title="Tries">
          {tries
            .map(({ status, error, milliseconds }) =>
              [status, error, `${milliseconds} ms`].filter((each) => each !== undefined).join('  '),
            )
            .join('\n')}
        </TextSection>
      )}
      <TextSection title="Request">
        {textOf({ ...request.query }, request.headers, request.body)}
      </TextSection>
      <TextSection title="Answer">
        {answer === undefined ? 'No answer came.' : textOf({}, answer.headers, answer.body)}
      </TextSection>
    </>
  );
}

function TextSection({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Section title={title}>
      <Code block tabIndex={0} className={shared['text'] ?? ''} fz="xs" lh="xs">
        {children}
      </Code>
    </Section>
  );
}

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

function Footer({ call, exchange }: CallProps) {
  const { jobId } = call;
  return (
    <Foot label="Actions">
      <Button
        flex={1}
        disabled={exchange === undefined}
        onClick={() => {
          if (exchange !== undefined) copyAsCurl(call, exchange);
        }}
      >
        Copy as cURL
      </Button>
      {jobId !== undefined && (
        <Button flex={1} onClick={() => showScreen('tasks', { kind: 'show-job', jobId })}>
          Show in Tasks
        </Button>
      )}
    </Foot>
  );
}
