import { Box, Button, Stack, Text, UnstyledButton } from '@mantine/core';
import type { FacePart } from '../../../shared/contract/faces-form.ts';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoPartUrl } from '../../../shared/media.ts';
import { describeJob, runAgainLabel } from '../../features/jobs/job-words.ts';
import { useJobFraction } from '../../features/jobs/jobs.ts';
import shared from '../../core/ui/shared.module.css';
import classes from './Faces.module.css';
import { matrixOf } from './model/matrix.ts';
import { partKey } from './model/part.ts';
import { useFacesSession } from './session/index.ts';

export function MatrixStage({ jobs }: { readonly jobs: readonly Job[] }) {
  const matrix = matrixOf(jobs);
  return (
    <Box
      component="section"
      pos="absolute"
      inset={0}
      p="lg"
      className={classes['matrix'] ?? ''}
      style={{ overflow: 'auto' }}
      aria-label="Faces in pictures"
    >
      <table>
        <thead>
          <tr>
            <td />
            {matrix.pictures.map((picture, index) => (
              <th key={partKey(picture)} scope="col">
                <Small part={picture} name={`Picture ${index + 1}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.faces.map((face, row) => (
            <tr key={partKey(face)}>
              <th scope="row">
                <Small part={face} name={`Face ${row + 1}`} />
              </th>
              {matrix.pictures.map((picture, column) => (
                <td key={partKey(picture)}>
                  <Cell
                    job={matrix.cell(face, picture)}
                    name={`face ${row + 1} in picture ${column + 1}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Small({ part, name }: { readonly part: FacePart; readonly name: string }) {
  return (
    <Box className={shared['tile'] ?? ''} mx="auto">
      <img src={photoPartUrl(part.photoId, part.rect)} alt={name} loading="lazy" />
    </Box>
  );
}

const CELL = {
  gap: '2xs',
  align: 'center',
  justify: 'center',
  w: 'var(--gesso-card)',
  h: 'var(--gesso-card)',
  ta: 'center',
  c: 'var(--gesso-text)',
  bg: 'var(--gesso-surface)',
} as const;

function Cell({ job, name }: { readonly job: Job | undefined; readonly name: string }) {
  const session = useFacesSession();
  if (job === undefined) return null;
  const [output] = job.outputs;
  if (output !== undefined) {
    return (
      <UnstyledButton
        display="block"
        w={CELL.w}
        h={CELL.h}
        aria-label={`Show ${name}`}
        onClick={() => session.show(job.id)}
      >
        <img
          className={shared['fit']}
          data-whole
          src={fileThumbnailUrl(output.url)}
          alt=""
          loading="lazy"
        />
      </UnstyledButton>
    );
  }
  if (!isFinalJobState(job.state)) return <Running job={job} />;
  return (
    <Stack {...CELL}>
      <Text size="xs" c="var(--gesso-negative)" data-tip={job.error?.message}>
        {describeJob(job)}
      </Text>
      <Button
        size="xs"
        aria-label={`Retry ${name}`}
        data-tip={runAgainLabel({ calls: 1, cost: job.price, isPractice: job.isPractice })}
        onClick={() => void session.runAgain([job.id])}
      >
        Retry
      </Button>
    </Stack>
  );
}

function Running({ job }: { readonly job: Job }) {
  const fraction = useJobFraction(job);
  return (
    <Stack {...CELL}>
      <Text size="xs">
        {describeJob(job)}
        {fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`}
      </Text>
    </Stack>
  );
}
