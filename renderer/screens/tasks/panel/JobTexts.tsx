import { Code, Text } from '@mantine/core';
import type { JobDetails, LastAnswer } from '../../../../shared/contract/jobs.ts';
import { checkInWords } from '../../../features/jobs/content-check.ts';
import { formatTime } from '../../../core/ui/format.ts';
import { Fact, Facts } from '../../../core/ui/Facts.tsx';
import { Fold } from '../../../core/ui/Form.tsx';
import shared from '../../../core/ui/shared.module.css';

export function JobTexts({ request, lastAnswer }: Pick<JobDetails, 'request' | 'lastAnswer'>) {
  return (
    <Fold title="Request and answer">
      {lastAnswer !== undefined && <LastAnswerText answer={lastAnswer} />}
      <Title>Request</Title>
      <Code block className={shared['text'] ?? ''} mah="var(--gesso-inspector)" fz="xs" lh="xs">
        {JSON.stringify(request, undefined, 2)}
      </Code>
    </Fold>
  );
}

function Title({ children }: { readonly children: string }) {
  return (
    <Text component="h3" size="xs" fw={600}>
      {children}
    </Text>
  );
}

function LastAnswerText({ answer }: { readonly answer: LastAnswer }) {
  const { at, text, taskType, status, info, times, contentChecks } = answer;
  return (
    <>
      <Title>{`Last answer, ${formatTime(at)}`}</Title>
      <Facts>
        {taskType !== undefined && <Fact name="Task type">{taskType}</Fact>}
        {status !== '' && <Fact name="Status">{status}</Fact>}
        {info !== undefined && <Fact name="Info">{info}</Fact>}
        {times.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {timeInWords(value)}
          </Fact>
        ))}
        {contentChecks.length > 0 && (
          <Fact name="Content check">{contentChecks.map(checkInWords).join(', ')}</Fact>
        )}
      </Facts>
      <Code block className={shared['text'] ?? ''} mah="var(--gesso-inspector)" fz="xs" lh="xs">
        {pretty(text)}
      </Code>
    </>
  );
}

/** Milliseconds since 1970 as a time, anything else as sent. */
function timeInWords(value: string): string {
  return /^1\d{12}$/u.test(value) ? new Date(Number(value)).toISOString() : value;
}

/** Indents JSON; numbers stay as they were sent. */
function pretty(text: string): string {
  let depth = 0;
  // strings stay as they are, brackets and commas are split
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|\s+/gu, (part) => {
    const line = (): string => `\n${'  '.repeat(depth)}`;
    if (/^\s/u.test(part)) return '';
    if (part === '{' || part === '[') {
      depth += 1;
      return part + line();
    }
    if (part === '}' || part === ']') {
      depth = Math.max(0, depth - 1);
      return line() + part;
    }
    if (part === ',') return part + line();
    return part === ':' ? ': ' : part;
  });
}
