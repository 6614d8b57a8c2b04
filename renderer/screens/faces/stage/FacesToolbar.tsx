import { Button, Menu } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { useBlendState } from '../../../viewer/blending/index.ts';
import { CompareModes } from '../../../viewer/stage/comparing/CompareModes.tsx';
import type { Comparing } from '../../../viewer/stage/comparing/use-comparing.ts';
import { ResultToolbar } from '../../../viewer/ResultToolbar.tsx';
import type { JobPages } from '../../../features/jobs/use-job-pages.ts';
import { CancelWaiting } from '../../../features/runs/CancelWaiting.tsx';
import { saveAll } from '../../../features/runs/RunSelection.tsx';
import { describeMatrix, failedCells } from '../model/matrix.ts';
import { SAVED_AS, useFaces, useFacesSession } from '../session/index.ts';
import { FACES } from '../commands/faces-commands.ts';
import { QuietButton, Status } from '../../../core/ui/variants.ts';

const FORMATS: readonly { readonly format: ExportFormat; readonly label: string }[] = [
  { format: 'png', label: 'PNG' },
  { format: 'jpeg', label: 'JPEG' },
  { format: 'webp', label: 'WebP' },
  { format: 'tiff', label: 'TIFF' },
  { format: 'psd', label: 'PSD with layers' },
  { format: 'ora', label: 'OpenRaster with layers' },
];

interface Props {
  readonly job: Job | undefined;
  readonly group: readonly Job[];
  readonly comparing: Comparing;
  readonly pages: JobPages;
}

export function FacesToolbar({ job, group, comparing, pages }: Props) {
  const session = useFacesSession();
  const open = useBlendState(session.blending, (state) => state.open);
  const exportQuality = useSetting('exportQuality');
  const exportLossless = useSetting('exportLossless');
  const exportExif = useSetting('exportExif');
  const output = open !== undefined && open.output.jobId === job?.id ? open.output : undefined;
  const send = {
    from: 'faces',
    toPhoto: (show: (photoId: string) => void) => {
      if (output !== undefined) void session.toPhoto(output, show);
    },
  } as const;
  return (
    <ResultToolbar
      send={send}
      canSend={output !== undefined}
      canSave={output !== undefined}
      onSave={() => {
        if (output !== undefined) void session.save({ ...output, ...SAVED_AS });
      }}
      waysToSave={
        <>
          {output !== undefined &&
            FORMATS.map(({ format, label }) => (
              <CommandMenuItem
                key={format}
                keys={format === 'png' ? FACES.save : undefined}
                onClick={() =>
                  void session.save({
                    ...output,
                    format,
                    quality: exportQuality,
                    lossless: exportLossless,
                    exif: exportExif,
                  })
                }
                label={`Save as ${label}…`}
              />
            ))}
          <Menu.Divider />
          <Menu.Item onClick={() => void saveAll(session.runs, pages)}>Save all results…</Menu.Item>
        </>
      }
    >
      {group.length > 0 && <OfGroup group={group} isInGroup={job !== undefined} />}
      {job !== undefined && <CompareControls job={job} comparing={comparing} />}
    </ResultToolbar>
  );
}

function CompareControls({ job, comparing }: { readonly job: Job; readonly comparing: Comparing }) {
  const session = useFacesSession();
  const areInputsShown = useFaces((state) => state.areInputsShown);
  const isComparing = useFaces((state) => state.isComparing);
  return (
    <CompareModes
      comparing={{
        ...comparing,
        mode: isComparing ? comparing.mode : 'side-by-side',
        change(changes) {
          const { mode } = changes;
          if (mode !== undefined) session.compare(mode !== 'side-by-side');
          if (mode !== 'side-by-side') comparing.change(changes);
        },
      }}
      isComparing={!areInputsShown}
      plain="Inputs"
      modes={['side-by-side', 'split', 'flicker']}
      canCompare={job.outputs.length > 0}
      onCompare={(isOn) => session.store.setState({ areInputsShown: !isOn })}
    />
  );
}

function OfGroup(props: { readonly group: readonly Job[]; readonly isInGroup: boolean }) {
  const { group, isInGroup } = props;
  const session = useFacesSession();
  if (isInGroup) {
    return (
      <QuietButton
        px="xs"
        leftSection={<IconArrowLeft size={16} />}
        onClick={() => session.show(undefined)}
      >
        All results
      </QuietButton>
    );
  }
  const failed = failedCells(group);
  return (
    <>
      <QuietButton
        px="xs"
        leftSection={<IconArrowLeft size={16} />}
        onClick={() => session.showGroup(undefined)}
      >
        Close
      </QuietButton>
      <Status>{describeMatrix(group)}</Status>
      <CancelWaiting jobs={group} runs={session.runs} />
      {failed.length > 0 && (
        <Button onClick={() => void session.runAgain(failed.map(({ id }) => id))}>
          Retry {failed.length} failed
        </Button>
      )}
    </>
  );
}
