import { Box, Button, Center, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { type Job, type JobOutput, isFinalJobState } from '../../../shared/contract/jobs.ts';
import { JobOutcome } from '../../features/jobs/JobOutcome.tsx';
import { JobProgress } from '../../features/jobs/JobProgress.tsx';
import { useActivePrices } from '../../core/backend/prices.ts';
import { formatMoney } from '../../core/ui/money.ts';
import { createViewLink, type ViewLink } from '../../viewer/stage/comparing/linked-views.ts';
import { PictureViewer } from '../../viewer/stage/PictureViewer.tsx';
import { pictureOf, titleOfResult, upscalerOf } from './model/results.ts';
import { REFERENCE_NAMES } from './result/use-result-view.tsx';
import { RedrawReference, startAtActualSize } from './result/StageEffects.tsx';
import { useReference } from './result/use-reference.ts';
import { useResult } from './result/use-result.ts';
import { useUpscale, useUpscaleSession } from './session/index.ts';
import shared from '../../core/ui/shared.module.css';
import { SmallNote } from '../../core/ui/variants.ts';

const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(var(--gesso-inspector), 100%), 1fr))',
  gridAutoRows: 'minmax(var(--gesso-list), 1fr)',
  gap: 1,
} as const;

const CELL = {
  gap: 0,
  miw: 0,
  mih: 0,
  style: { boxShadow: '0 0 0 1px var(--gesso-line)' },
} as const;

export function TryGrid({ jobs }: { readonly jobs: readonly Job[] }) {
  const [link] = useState(createViewLink);
  const first = jobs.find((job) => pictureOf(job) !== undefined);
  const firstPicture = first && pictureOf(first);
  return (
    <Box pos="absolute" inset={0} role="region" aria-label="Tries">
      <Box h="100%" className={shared['scroll'] ?? ''} style={GRID}>
        {first !== undefined && firstPicture !== undefined && (
          <OriginalCell job={first} output={firstPicture} link={link} />
        )}
        {jobs.map((job) => (
          <TryCell key={job.id} job={job} link={link} />
        ))}
      </Box>
    </Box>
  );
}

function OriginalCell(props: {
  readonly job: Job;
  readonly output: JobOutput;
  readonly link: ViewLink;
}) {
  const { job, output, link } = props;
  const chosen = useUpscale((state) => state.reference);
  const kernel = chosen.kind === 'result' ? 'lanczos' : chosen.kind;
  const { result } = useResult({ jobId: job.id, output: output.id });
  const reference = useReference(result, kernel);
  const width = result?.width;
  const height = result?.height;
  const picture = useMemo(() => {
    if (reference === undefined || width === undefined || height === undefined) return undefined;
    return { id: 'original', url: '', size: { width, height }, live: reference.source };
  }, [reference, width, height]);
  return (
    <Stack component="figure" {...CELL}>
      <Caption>
        <Text size="sm" fw={600} truncate>
          {REFERENCE_NAMES[kernel]}
        </Text>
      </Caption>
      <Box pos="relative" flex="1 1 0" mih={0}>
        <PictureViewer
          picture={picture}
          label={REFERENCE_NAMES[kernel]}
          link={link}
          series={job.id}
          onShown={startAtActualSize}
        >
          <RedrawReference reference={reference} />
        </PictureViewer>
      </Box>
    </Stack>
  );
}

function TryCell({ job, link }: { readonly job: Job; readonly link: ViewLink }) {
  const session = useUpscaleSession();
  const output = pictureOf(job);
  const upscaler = upscalerOf(job);
  return (
    <Stack component="figure" {...CELL} aria-label={titleOfResult(job)}>
      <Caption>
        <Box miw={0}>
          <Text size="sm" fw={600} truncate>
            {upscaler}
          </Text>
          <Prices job={job} />
        </Box>
        <Button
          flex="none"
          onClick={() => {
            session.change({ upscaler });
            session.setTryPart(undefined);
          }}
        >
          Use this one
        </Button>
      </Caption>
      <Box pos="relative" flex="1 1 0" mih={0}>
        {output === undefined ? (
          <Center h="100%" p="lg">
            {isFinalJobState(job.state) ? (
              <JobOutcome job={job} canDismiss={false} />
            ) : (
              <JobProgress job={job} />
            )}
          </Center>
        ) : (
          <TryPicture job={job} output={output} link={link} />
        )}
      </Box>
    </Stack>
  );
}

function TryPicture(props: {
  readonly job: Job;
  readonly output: JobOutput;
  readonly link: ViewLink;
}) {
  const { job, output, link } = props;
  const { result } = useResult({ jobId: job.id, output: output.id });
  const { url, width, height } = result ?? {};
  const picture = useMemo(() => {
    if (url === undefined || width === undefined || height === undefined) return undefined;
    return { id: `${job.id} ${url}`, url, size: { width, height } };
  }, [job.id, url, width, height]);
  return (
    <PictureViewer
      picture={picture}
      label={titleOfResult(job)}
      link={link}
      series={job.id}
      onShown={startAtActualSize}
    />
  );
}

/** One height for all: pictures in stages of one size move together at one scale. */
function Caption({ children }: { readonly children: ReactNode }) {
  return (
    <Group
      component="figcaption"
      flex="none"
      gap="xs"
      justify="space-between"
      wrap="nowrap"
      h="var(--gesso-bar)"
      px="xs"
      c="var(--gesso-text)"
      bg="var(--gesso-surface)"
    >
      {children}
    </Group>
  );
}

function Prices({ job }: { readonly job: Job }) {
  const prices = useActivePrices();
  if (job.isPractice) return <SmallNote>Free</SmallNote>;
  const whole = prices.of('upscale');
  const inWords = (price: number | null | undefined): string =>
    price === null || price === undefined ? 'cost unknown' : formatMoney(price);
  return (
    <SmallNote truncate>
      This try {inWords(job.price)}, whole picture {inWords(whole)}
    </SmallNote>
  );
}
