import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Foot, MainButton } from '../../../../core/frame/Foot.tsx';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { formatNumber } from '../../../../core/ui/format.ts';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import { parameterObstacle } from '../../parameters/parameters.ts';
import {
  isWriting,
  NOTHING_WRITTEN,
  useCompletion,
  useCompletionSession,
} from '../session/index.ts';
import { StopButton } from '../StopButton.tsx';
import { promptCostWords } from './run-words.ts';
import { useMeter } from './PromptMeter.tsx';
import { COMPLETION } from '../../language-commands.ts';

export function DocumentFoot() {
  const session = useCompletionSession();
  const settings = useCompletion((state) => state.settings);
  const hasDocument = useCompletion((state) => state.document !== undefined);
  const isEmpty = useCompletion((state) => state.length === 0);
  const hasSelection = useCompletion((state) => state.hasSelection);
  const isBusy = useCompletion(isWriting);
  const error = useCompletion((state) => state.error);
  const meter = useMeter();
  const { list } = useModels();
  const model = settings.model ?? modelForNew(list, undefined);
  const obstacle = !hasDocument
    ? 'Open a document first.'
    : model === undefined
      ? 'Select a model first.'
      : (modelObstacle(list, [model]) ??
        (isEmpty ? NOTHING_WRITTEN : parameterObstacle(settings.parameters, 'completion')));
  const tooLong =
    meter !== undefined && meter.over > 0
      ? `Too long by about ${formatNumber(meter.over)} tokens`
      : undefined;
  const size =
    meter === undefined
      ? ''
      : `${meter.isEstimate ? '≈ ' : ''}${formatNumber(meter.tokens)} tokens to send`;
  return (
    <Foot
      // no obstacle is shown before the service has listed its models
      what={isBusy ? 'Writing…' : ((list === undefined ? undefined : obstacle) ?? tooLong ?? size)}
      cost={meter === undefined ? '' : promptCostWords(meter.cost, meter.answers, meter.isPractice)}
      notice={
        error !== undefined && (
          <ErrorNotice
            error={error}
            actions={{ retry: () => void session.retry() }}
            onClose={() => session.store.setState({ error: undefined })}
          />
        )
      }
    >
      {isBusy ? (
        <StopButton onStop={session.stop} />
      ) : (
        <>
          <Button leftSection={<IconRefresh size={16} />} onClick={() => void session.regenerate()}>
            Again
          </Button>
          <MainButton keys={COMPLETION.run} obstacle={obstacle} onClick={() => void session.run()}>
            {hasSelection ? 'Replace selection' : 'Continue'}
          </MainButton>
        </>
      )}
    </Foot>
  );
}
