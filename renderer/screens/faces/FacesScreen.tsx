/** The face of one picture in another: both pictures and the result side by side, the run and its controls at the right. */
import { IconButton } from '../../base/ui/IconButton.tsx';
import { IconArrowsLeftRight, IconLink, IconLinkOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useJobPages } from '../../work/jobs/use-job-pages.ts';
import { useShownRun } from '../../work/runs/use-shown-run.ts';
import { createViewLink } from '../../pictures/viewer/comparing/linked-views.ts';
import { FormPanel } from './form/FormPanel.tsx';
import classes from './Faces.module.css';
import { MatrixView } from './matrix/MatrixView.tsx';
import { MoreParts } from './matrix/MoreParts.tsx';
import { blamed, isNoFace } from './model/blame.ts';
import type { Place } from './model/part.ts';
import { ResultPane } from './result/ResultPane.tsx';
import { FacesProvider, useFaces, useFacesSession } from './session/index.ts';
import { useFacesCommands } from './commands/use-faces-commands.ts';
import { useFacesIntake } from './commands/use-faces-intake.ts';
import { useKeptForm } from './form/use-kept-form.ts';
import { FaceWell } from './wells/FaceWell.tsx';
import { UsedFaces } from './wells/UsedFaces.tsx';

export function FacesScreen() {
  return (
    <FacesProvider>
      <Faces />
    </FacesProvider>
  );
}

function Faces() {
  const pages = useJobPages('merge-face');
  const { jobs } = pages;
  const job = useShownRun(
    pages,
    useFaces((state) => state.jobId),
  );
  const groupId = useFaces((state) => state.groupId);
  const group = useMemo(
    () => (groupId === undefined ? [] : jobs.filter(({ runId }) => runId === groupId)),
    [jobs, groupId],
  );
  const isLinked = useFaces((state) => state.isLinked);
  const [link] = useState(createViewLink);
  useKeptForm();
  useFacesIntake();
  useFacesCommands(pages);
  const blame = useMemo(
    () => (job !== undefined && isNoFace(job) ? { place: blamed(job, jobs) } : undefined),
    [job, jobs],
  );
  const shared = isLinked ? link : undefined;
  const well = (place: Place) => {
    const isBlamed = blame !== undefined && (blame.place === undefined || blame.place === place);
    return (
      <div className={classes['column']}>
        <FaceWell
          place={place}
          link={shared}
          failed={isBlamed ? job : undefined}
          isSure={blame?.place !== undefined}
        />
        <MoreParts place={place} />
      </div>
    );
  };
  return (
    <div className={classes['faces']}>
      <div className={classes['work']}>
        <UsedFaces />
        <div className={classes['pictures']}>
          {well('face')}
          <Between />
          {well('picture')}
          <div className={classes['column']} data-result>
            {group.length > 0 && job === undefined ? (
              <MatrixView jobs={group} />
            ) : (
              <ResultPane job={job} link={shared} />
            )}
          </div>
        </div>
      </div>
      <FormPanel pages={pages} job={job} />
    </div>
  );
}

/** Between the two pictures: swapping them, and zooming all three together. */
function Between() {
  const session = useFacesSession();
  const isLinked = useFaces((state) => state.isLinked);
  return (
    <div className={classes['between']}>
      <IconButton
        label="Swap face and picture"
        tip="Swap face and picture (X)"
        icon={<IconArrowsLeftRight size={16} />}
        variant="default"
        onClick={() => session.parts.swap()}
      />
      <IconButton
        label="Zoom and pan together"
        tip={isLinked ? 'Zoom alone (L)' : 'Zoom and pan together (L)'}
        icon={isLinked ? <IconLink size={16} /> : <IconLinkOff size={16} />}
        variant={isLinked ? 'light' : 'default'}
        aria-pressed={isLinked}
        onClick={() => session.setLinked(!isLinked)}
      />
    </div>
  );
}
