/** Below a result: its facts, the other side of the comparison, the finish, and the ways out. */
import { Button, Menu, Switch, Text, Tooltip } from '@mantine/core';
import { IconBrush, IconDeviceFloppy, IconX } from '@tabler/icons-react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/default-settings.ts';
import { useSettings } from '../../../base/backend/settings.ts';
import { titleOfResult } from '../model/results.ts';
import { describeArea, describePixels } from '../model/size-words.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { ReferenceSelect } from './ReferenceSelect.tsx';
import { ResultNotes } from './ResultNotes.tsx';
import classes from './Result.module.css';
import { openInStudio, saveResult, SAVED_FORMATS } from './result-actions.ts';
import type { ShownResult } from './use-result.ts';

export function ResultBar(props: {
  readonly job: Job;
  readonly output: JobOutput;
  readonly shown: ShownResult;
  readonly others: readonly Job[];
  /** Brings a part of the result into view; shares of its sides. */
  readonly onShowPart: (part: Rect) => void;
}) {
  const { job, output, shown, others, onShowPart } = props;
  const session = useUpscaleSession();
  const isMixing = useUpscale((state) => state.isMixing);
  const settings = useSettings('exportQuality', 'exportLossless') ?? DEFAULT_SETTINGS;
  const reference = { jobId: job.id, output: output.id };
  const { result, setFinish, isChanging } = shown;
  return (
    <div className={classes['bar']}>
      <div className={classes['row']}>
        <div className={classes['facts']}>
          <Text size="sm" fw={600} truncate>
            {titleOfResult(job)}
          </Text>
          {result !== undefined && (
            <Text size="xs" c="dimmed">
              {describePixels(result)} · {describeArea(result)}
            </Text>
          )}
        </div>
        <div className={classes['out']}>
          <Menu position="top-end" shadow="md" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button leftSection={<IconDeviceFloppy size={16} />}>Save as…</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {SAVED_FORMATS.map(({ format, label }) => (
                <Menu.Item
                  key={format}
                  onClick={() => void saveResult(reference, format, settings, session)}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button
            leftSection={<IconBrush size={16} />}
            onClick={() => void openInStudio(reference, session)}
          >
            Open in Studio
          </Button>
          <Tooltip label="Close result (Escape)">
            <Button
              variant="subtle"
              color="gray"
              px="xs"
              aria-label="Close result"
              onClick={() => session.open(undefined)}
            >
              <IconX size={16} />
            </Button>
          </Tooltip>
        </div>
      </div>
      <div className={classes['row']}>
        <CompareControls others={others} hasOriginal={result?.original !== undefined} />
        {result?.original !== undefined && (
          <Switch
            size="xs"
            label="Mix with the original"
            checked={isMixing}
            onChange={(event) => session.setMixing(event.currentTarget.checked)}
          />
        )}
        {result?.original !== undefined && (
          <Switch
            size="xs"
            label="Match the original’s colours"
            checked={result.finish.matchColors}
            disabled={isChanging}
            onChange={(event) =>
              setFinish({ ...result.finish, matchColors: event.currentTarget.checked })
            }
          />
        )}
      </div>
      <ResultNotes job={job} shown={shown} onShowPart={onShowPart} />
    </div>
  );
}

function CompareControls(props: {
  readonly others: readonly Job[];
  readonly hasOriginal: boolean;
}) {
  const { others, hasOriginal } = props;
  const session = useUpscaleSession();
  const isCompared = useUpscale((state) => state.isCompared);
  if (!hasOriginal && others.length === 0) return null;
  return (
    <>
      <Switch
        size="xs"
        label="Compare"
        checked={isCompared}
        onChange={(event) => session.setCompared(event.currentTarget.checked)}
      />
      <ReferenceSelect others={others} hasOriginal={hasOriginal} isDisabled={!isCompared} />
    </>
  );
}
