/** The checks run in a second Gesso process. */
import { Button, Group, List, Loader, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { SelfCheckLine } from '../../../../shared/contract/self-check.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { backend, readError } from '../../../core/backend/client.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count } from '../../../core/ui/format.ts';
import { SettingBlock, SettingRow } from '../../../core/ui/SettingRows.tsx';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { Note, QuietButton } from '../../../core/ui/variants.ts';

interface Check {
  readonly lines: readonly SelfCheckLine[];
  readonly state: 'running' | 'sound' | 'unsound' | 'stopped';
}

export function SelfCheckSection() {
  const { check, error, start, stop } = useSelfCheck();
  return (
    <section aria-label="Self-check">
      <SettingRow
        name="Self-check"
        line="Tries every part of Gesso in about a minute; your work is not touched"
        keywords="diagnose test"
      >
        <Group gap="xs">
          {check !== undefined && check.state !== 'running' && (
            <QuietButton onClick={saveReport}>Save report…</QuietButton>
          )}
          {check?.state === 'running' ? (
            <Button onClick={stop}>Stop self-check</Button>
          ) : (
            <Button onClick={start}>Run self-check</Button>
          )}
        </Group>
      </SettingRow>
      {(error !== undefined || check !== undefined) && (
        <SettingBlock>
          {error !== undefined && <ErrorNotice error={error} actions={{ retry: start }} />}
          {check !== undefined && <Lines check={check} />}
        </SettingBlock>
      )}
    </section>
  );
}

function Lines({ check: { lines, state } }: { readonly check: Check }) {
  return (
    <>
      <List size="sm" spacing="3xs" center aria-label="Checked parts">
        {lines.map(({ name, problem, note }) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon
                size={18}
                radius="xl"
                variant="light"
                color={problem === undefined ? 'green' : 'red'}
              >
                {problem === undefined ? (
                  <IconCheck size={16} aria-label="Works" />
                ) : (
                  <IconX size={16} aria-label="Does not work" />
                )}
              </ThemeIcon>
            }
          >
            {name}
            {(problem ?? note) !== undefined && <Note>{problem ?? note}</Note>}
          </List.Item>
        ))}
      </List>
      <Group gap="xs" role="status">
        {state === 'running' && <Loader size="xs" />}
        <Text size="sm">{sumSentence(lines, state)}</Text>
      </Group>
    </>
  );
}

function sumSentence(lines: readonly SelfCheckLine[], state: Check['state']): string {
  const failed = lines.filter(({ problem }) => problem !== undefined).length;
  if (state === 'running') return `${count(lines.length, 'part')} checked so far`;
  if (state === 'stopped') return 'Stopped. Some parts are not checked.';
  if (state === 'sound') return `All ${lines.length} parts work.`;
  if (failed === 0) return 'The self-check ended early. Save the report to see its last lines.';
  return `${count(failed, 'part')} of ${lines.length} ${failed === 1 ? 'does' : 'do'} not work.`;
}

function saveReport(): void {
  backend.selfCheck.saveReport().then(finishSave).catch(sayError);
}

function useSelfCheck() {
  const [check, setCheck] = useState<Check>();
  const [error, setError] = useState<AppError>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function follow(controller: AbortController): Promise<void> {
    const lines: SelfCheckLine[] = [];
    setError(undefined);
    const show = (state: Check['state']): void => setCheck({ lines: [...lines], state });
    show('running');
    try {
      const news = await backend.selfCheck.run(undefined, { signal: controller.signal });
      for await (const each of news) {
        if (each.kind === 'line') {
          lines.push(each.line);
          show('running');
        } else show(each.isSound ? 'sound' : 'unsound');
      }
    } catch (thrown) {
      show('stopped');
      if (!controller.signal.aborted) setError(readError(thrown));
    }
  }

  return {
    check,
    error,
    start() {
      running.current?.abort();
      running.current = new AbortController();
      void follow(running.current);
    },
    stop: () => running.current?.abort(),
  };
}
