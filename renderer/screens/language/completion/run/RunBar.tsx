/** Below the document: Run and Stop, the place where the model continues, the last answer, the size and cost of the next. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { ErrorNotice } from '../../../../base/ui/ErrorNotice.tsx';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import { parameterObstacle } from '../../parameters/parameters.ts';
import { SendButton } from '../../../../work/jobs/SendButton.tsx';
import classes from '../Completion.module.css';
import { isWriting, useCompletion, useCompletionSession } from '../session/index.ts';
import type { OpenDocument } from '../document/open-document.ts';
import { ExampleLine } from './ExampleLine.tsx';
import { AnswerLine } from './AnswerLine.tsx';
import { Legend } from './Legend.tsx';
import { PromptMeter } from './PromptMeter.tsx';

const PLACES = [
  { value: 'end', label: 'At the end' },
  { value: 'cursor', label: 'At the cursor' },
] as const;

export function RunBar({ document }: { readonly document: OpenDocument }) {
  const session = useCompletionSession();
  const settings = useCompletion((state) => state.settings);
  const hasSelection = useCompletion((state) => state.hasSelection);
  const isBusy = useCompletion(isWriting);
  const error = useCompletion((state) => state.error);
  const { list } = useModels();
  const model = settings.model ?? modelForNew(list, undefined);
  const obstacle =
    model === undefined
      ? 'Select a model first.'
      : (modelObstacle(list, [model]) ?? parameterObstacle(settings.parameters, 'completion'));
  return (
    <footer className={classes['bar']}>
      {error !== undefined && (
        <ErrorNotice
          error={error}
          actions={{ retry: () => void session.retry() }}
          onClose={() => session.dismissError()}
        />
      )}
      {settings.areProbabilitiesShown && <Legend />}
      <ExampleLine document={document} />
      <AnswerLine />
      <div className={classes['barRow']}>
        {isBusy ? (
          <Button
            size="sm"
            color="gray"
            variant="filled"
            leftSection={<IconPlayerStop size={16} />}
            onClick={({ detail }) => {
              // the second click of a double click on Run
              if (detail < 2) session.stop();
            }}
          >
            Stop
          </Button>
        ) : (
          <SendButton
            obstacle={obstacle}
            isSending={false}
            isQuiet={list === undefined}
            onSend={() => void session.run()}
          >
            <IconPlayerPlay size={16} className={classes['buttonIcon'] ?? ''} />
            {hasSelection ? 'Replace selection' : 'Run'}
          </SendButton>
        )}
        <Button
          size="sm"
          leftSection={<IconRefresh size={16} />}
          disabled={isBusy}
          onClick={() => void session.regenerate()}
        >
          Regenerate
        </Button>
        <SegmentedControl
          aria-label="Where the model continues"
          data={[...PLACES]}
          value={settings.place}
          disabled={hasSelection}
          onChange={(place) => session.change({ place })}
        />
        <PromptMeter />
      </div>
    </footer>
  );
}
