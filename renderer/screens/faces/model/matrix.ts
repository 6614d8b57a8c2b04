/** Each cell is a call of its own. */
import { MATRIX, type FacePart } from '../../../../shared/contract/faces-form.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { describeGroup } from '../../../features/runs/run-entries.ts';
import { isSamePart, cropsOf } from './part.ts';

interface Matrix {
  readonly faces: readonly FacePart[];
  readonly pictures: readonly FacePart[];
  /** The latest run, if there is one. */
  cell(face: FacePart, picture: FacePart): Job | undefined;
}

/** @param jobs of one group, in any order */
export function matrixOf(jobs: readonly Job[]): Matrix {
  const faces: FacePart[] = [];
  const pictures: FacePart[] = [];
  const cells: { readonly face: FacePart; readonly picture: FacePart; readonly job: Job }[] = [];
  for (const job of jobs.toSorted((a, b) => a.createdAt - b.createdAt || a.revision - b.revision)) {
    if (job.brief.kind !== 'merge-face') continue;
    const { face, picture } = cropsOf(job.brief);
    if (!faces.some((each) => isSamePart(each, face))) faces.push(face);
    if (!pictures.some((each) => isSamePart(each, picture))) pictures.push(picture);
    cells.push({ face, picture, job });
  }
  return {
    faces,
    pictures,
    cell: (face, picture) =>
      cells.findLast((each) => isSamePart(each.face, face) && isSamePart(each.picture, picture))
        ?.job,
  };
}

/** Counts the latest run of each cell. */
export function describeMatrix(jobs: readonly Job[]): string {
  return describeGroup(latestOf(jobs));
}

export function failedCells(jobs: readonly Job[]): readonly Job[] {
  return latestOf(jobs).filter(({ state }) => isFinalJobState(state) && state !== 'done');
}

export function matrixObstacle(faces: number, pictures: number): string | undefined {
  if (faces * pictures <= MATRIX.cells) return undefined;
  return `${faces} × ${pictures} are ${faces * pictures} calls. Start at most ${MATRIX.cells} at once.`;
}

function latestOf(jobs: readonly Job[]): readonly Job[] {
  const matrix = matrixOf(jobs);
  return matrix.faces.flatMap((face) =>
    matrix.pictures.flatMap((picture) => matrix.cell(face, picture) ?? []),
  );
}
