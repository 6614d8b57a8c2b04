/** The runs of a group as a table: faces down, pictures across; each cell is opened or retried alone. */
import { Button, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoPartUrl } from '../../../../shared/media.ts';
import { useJobFraction } from '../../../work/jobs/jobs.ts';
import { describeJob, runAgainLabel } from '../../../work/jobs/job-words.ts';
import { CancelWaiting } from '../../../work/runs/CancelWaiting.tsx';
import { describeMatrix, failedCells, matrixOf } from '../model/matrix.ts';
import { useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';
import { partKey } from '../model/part.ts';

export function MatrixView({ jobs }: { readonly jobs: readonly Job[] }) {
  const session = useFacesSession();
  const matrix = matrixOf(jobs);
  const failed = failedCells(jobs);
  return (
    <section className={classes['matrix']} aria-label="Results">
      <Group gap="xs" className={classes['matrixHead'] ?? ''}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => session.showGroup(undefined)}
        >
          Close
        </Button>
        <Text size="sm" role="status">
          {describeMatrix(jobs)}
        </Text>
        <CancelWaiting jobs={jobs} runs={session.runs} />
        {failed.length > 0 && (
          <Button
            size="compact-sm"
            onClick={() => void session.runAgain(failed.map(({ id }) => id))}
          >
            Retry {failed.length} failed
          </Button>
        )}
      </Group>
      <div className={classes['matrixTable']}>
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
      </div>
    </section>
  );
}

function Small({ part, name }: { readonly part: FacePart; readonly name: string }) {
  return <img src={photoPartUrl(part.photoId, part.rect)} alt={name} loading="lazy" />;
}

function Cell({ job, name }: { readonly job: Job | undefined; readonly name: string }) {
  const session = useFacesSession();
  if (job === undefined) return null;
  const [output] = job.outputs;
  if (output !== undefined) {
    return (
      <UnstyledButton
        className={classes['cell'] ?? ''}
        aria-label={`Show ${name}`}
        onClick={() => session.show(job.id)}
      >
        <img src={fileThumbnailUrl(output.url)} alt="" loading="lazy" />
      </UnstyledButton>
    );
  }
  if (!isFinalJobState(job.state)) return <Running job={job} />;
  return (
    <div className={classes['cell']} data-failed>
      <Tooltip label={job.error?.message ?? describeJob(job)} multiline maw={300}>
        <Text size="xs" ta="center" tabIndex={0}>
          {describeJob(job)}
        </Text>
      </Tooltip>
      <Tooltip label={runAgainLabel({ calls: 1, cost: job.price, isPractice: job.isPractice })}>
        <Button
          size="compact-xs"
          aria-label={`Retry ${name}`}
          leftSection={<IconRefresh size={16} />}
          onClick={() => void session.runAgain([job.id])}
        >
          Retry
        </Button>
      </Tooltip>
    </div>
  );
}

function Running({ job }: { readonly job: Job }) {
  const fraction = useJobFraction(job);
  return (
    <div className={classes['cell']}>
      <Text size="xs" c="dimmed" ta="center">
        {describeJob(job)}
        {fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`}
      </Text>
    </div>
  );
}
