import { useEffect, useMemo, useState } from 'react';
import { useScreenState } from '../../core/backend/screen-state.ts';
import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame } from '../../core/frame/Frame.tsx';
import { createViewLink } from '../../viewer/stage/comparing/linked-views.ts';
import { useComparing } from '../../viewer/stage/comparing/use-comparing.ts';
import { ToolbarZoomProvider } from '../../viewer/stage/toolbar-zoom.tsx';
import { useJobPages } from '../../features/jobs/use-job-pages.ts';
import { useShownRun } from '../../features/runs/use-shown-run.ts';
import { useFacesCommands } from './commands/use-faces-commands.ts';
import { useFacesIntake } from './commands/use-faces-intake.ts';
import { FacesInspector } from './form/FacesInspector.tsx';
import { usePersistedForm } from './form/use-persisted-form.ts';
import { MatrixStage } from './MatrixStage.tsx';
import { FacesProvider, useFaces, useFacesSession } from './session/index.ts';
import { FacesDocument } from './stage/FacesDocument.tsx';
import { FacesStatus } from './stage/FacesStatus.tsx';
import { FacesToolbar } from './stage/FacesToolbar.tsx';
import { InputsStage } from './stage/InputsStage.tsx';
import { ResultStage } from './stage/ResultStage.tsx';
import { ResultTray } from './ResultTray.tsx';

export function FacesScreen() {
  return (
    <FacesProvider>
      <ToolbarZoomProvider>
        <Faces />
      </ToolbarZoomProvider>
    </FacesProvider>
  );
}

function Faces() {
  const arePanelsShown = useScreenState('arePanelsShown');
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
  const areInputsShown = useFaces((state) => state.areInputsShown);
  const comparing = useComparing('split');
  const [link] = useState(createViewLink);
  usePersistedForm();
  useFacesIntake();
  useFacesCommands(pages);
  const { blending } = useFacesSession();
  const resultId = job !== undefined && job.outputs.length > 0 ? job.id : undefined;
  useEffect(() => {
    void blending.open(resultId === undefined ? undefined : { jobId: resultId, output: 0 });
  }, [blending, resultId]);
  const isMatrix = group.length > 0 && job === undefined;
  const shared = isLinked ? link : undefined;
  return (
    <>
      <FacesDocument />
      <Frame
        isStage
        toolbar={
          <WithPanels>
            <FacesToolbar job={job} group={group} comparing={comparing} pages={pages} />
          </WithPanels>
        }
        inspector={<FacesInspector job={job} jobs={jobs} />}
        tray={
          <WithPanels>
            <ResultTray pages={pages} />
          </WithPanels>
        }
        status={arePanelsShown && <FacesStatus job={job} />}
      >
        {isMatrix && !areInputsShown ? (
          <MatrixStage jobs={group} />
        ) : job === undefined || areInputsShown ? (
          <InputsStage link={shared} />
        ) : (
          <ResultStage job={job} link={shared} comparing={comparing} />
        )}
      </Frame>
    </>
  );
}
