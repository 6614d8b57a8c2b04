import { Menu, Text } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconZoomScan } from '@tabler/icons-react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { useSettings } from '../../../core/backend/settings.ts';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { CompareModes } from '../../../viewer/stage/comparing/CompareModes.tsx';
import { ResultToolbar } from '../../../viewer/ResultToolbar.tsx';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { jobActions } from '../../../features/jobs/job-actions.ts';
import type { JobPages } from '../../../features/jobs/use-job-pages.ts';
import { saveAll } from '../../../features/runs/RunSelection.tsx';
import { useToggleTry } from '../use-upscale-commands.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useOpenResult } from './open-result.tsx';
import { RESULT_FORMATS, keepAsPhoto, saveResult } from './result-actions.ts';
import { UPSCALE } from '../upscale-commands.ts';
import type { ReactNode } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';
import { titleOfResult } from '../model/results.ts';
import { REFERENCE_NAMES } from './use-result-view.tsx';
import { QuietButton } from '../../../core/ui/variants.ts';

const KERNELS = Object.entries(REFERENCE_NAMES) as [ResampleKernel, string][];

export function UpscaleToolbar({ pages }: { readonly pages: JobPages }) {
  const session = useUpscaleSession();
  const { job, output } = useOpenResult();
  const settings = useSettings('exportQuality', 'exportLossless') ?? DEFAULT_SETTINGS;
  const reference =
    job === undefined || output === undefined ? undefined : { jobId: job.id, output: output.id };
  const send = {
    from: 'upscale',
    toPhoto: (show: (photoId: string) => void) => {
      if (reference !== undefined) void keepAsPhoto(reference, session, show);
    },
  } as const;
  return (
    <ResultToolbar
      send={send}
      canSend={reference !== undefined}
      canSave={reference !== undefined}
      onSave={() => {
        if (reference !== undefined) void saveResult(reference, 'png', settings, session);
      }}
      waysToSave={
        <>
          {reference !== undefined &&
            RESULT_FORMATS.map(({ format, label }) => (
              <CommandMenuItem
                key={format}
                keys={format === 'png' ? UPSCALE.save : undefined}
                onClick={() => void saveResult(reference, format, settings, session)}
                label={`Save as ${label}…`}
              />
            ))}
          <Menu.Divider />
          {job !== undefined && output !== undefined && (
            <Menu.Item onClick={() => jobActions.saveOutput(job.id, output)}>
              Save the service’s file…
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void saveAll(session.runs, pages)}>Save all results…</Menu.Item>
        </>
      }
    >
      <CompareControls />
    </ResultToolbar>
  );
}

function CompareWith(props: {
  readonly others: readonly Job[];
  readonly hasOriginal: boolean;
  readonly children?: ReactNode;
}) {
  const { others, hasOriginal, children } = props;
  const session = useUpscaleSession();
  const chosen = useUpscale((state) => state.reference);
  const other = others.find(({ id }) => chosen.kind === 'result' && id === chosen.jobId);
  const kernel = chosen.kind === 'result' ? 'lanczos' : chosen.kind;
  const name = other === undefined ? REFERENCE_NAMES[kernel] : titleOfResult(other);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <QuietButton
          px="xs"
          flex="0 1 auto"
          miw="var(--gesso-number)"
          aria-label={`Compare with: ${name}`}
          data-tip={name}
          rightSection={<IconChevronDown size={16} />}
        >
          with {name.replace(/^Original, /u, '')}
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={other?.id ?? kernel}
          onChange={(next) => {
            const own = KERNELS.find(([each]) => each === next);
            session.store.setState({
              reference: own === undefined ? { kind: 'result', jobId: next } : { kind: own[0] },
            });
          }}
        >
          {hasOriginal &&
            KERNELS.map(([kind, label]) => (
              <Menu.RadioItem key={kind} value={kind} closeMenuOnClick>
                {label}
              </Menu.RadioItem>
            ))}
          {others.length > 0 && <Menu.Label>Other results</Menu.Label>}
          {others.map((job) => (
            <Menu.RadioItem key={job.id} value={job.id} closeMenuOnClick>
              {titleOfResult(job)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

function CompareControls() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const { job, output, shown, others, comparing } = useOpenResult();
  const isCompared = useUpscale((state) => state.isCompared);
  const tryPart = useUpscale((state) => state.tryPart);
  const areTriesShown = useUpscale((state) => state.tryIds !== undefined);
  const toggleTry = useToggleTry();
  if (areTriesShown) {
    return (
      <>
        <QuietButton
          px="xs"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => session.openTries([])}
        >
          Close tries
        </QuietButton>
        <Text size="sm" fw={600}>
          Tried on a part
        </Text>
        <CompareWith others={[]} hasOriginal />
      </>
    );
  }
  if (job === undefined) {
    return (
      photo !== undefined && (
        <QuietButton
          px="xs"
          leftSection={<IconZoomScan size={16} />}
          aria-pressed={tryPart !== undefined}
          onClick={toggleTry}
        >
          Try on a part
        </QuietButton>
      )
    );
  }
  if (output === undefined) return null;
  const hasOriginal = shown.result?.original !== undefined;
  const canCompare = hasOriginal || others.length > 0;
  return (
    <>
      <CompareModes
        comparing={comparing}
        isComparing={isCompared && canCompare}
        plain="Result"
        modes={['split', 'side-by-side', 'flicker']}
        canCompare={canCompare}
        onCompare={(isOn) => session.store.setState({ isCompared: isOn })}
      />
      {canCompare && (
        <CompareWith others={others} hasOriginal={hasOriginal}>
          <Menu.Divider />
          <CommandMenuItem
            icon={<IconZoomScan size={16} />}
            keys={UPSCALE.try}
            label="Try on a part"
          />
        </CompareWith>
      )}
    </>
  );
}
