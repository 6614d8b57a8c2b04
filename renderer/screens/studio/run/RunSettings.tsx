import { NumberInput, Slider, Text, Button, Group, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MOST_MARGIN, type CleanupEdge } from '../../../../shared/contract/cleanup.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { Fold, Row, Section, SwitchRow } from '../../../core/ui/Form.tsx';
import { IMAGE_PARAMETERS } from '../../../../shared/parameters/image-parameters.ts';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import { nextRun } from '../model/next-run.ts';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import { TextPlan } from './TextPlan.tsx';
import { queries } from '../../../core/backend/client.ts';
import { focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId } from './box-ids.ts';
import { BoxList } from './BoxList.tsx';
import { noteOfBox } from './run-offer.ts';
import { useCallsAhead } from '../../../features/jobs/use-calls-ahead.ts';
import { count, formatRoughly } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';
import type { CallsAhead } from '../../../features/jobs/job-words.ts';
import { Note, SmallButton, SmallStatus } from '../../../core/ui/variants.ts';

/** End of the slider, photo pixels; larger margins are typed. */
const SLIDER_END = 32;

export default function RunSettings() {
  const operation = useStudio((state) => state.run.operation);
  const responseType = useSetting('studioResponseType');
  const update = useUpdateSettings();
  return (
    <>
      <Section>
        {operation === 'cleanup' ? (
          <>
            <Edge />
            <CleanupPlan />
          </>
        ) : (
          <TextPlan />
        )}
      </Section>
      <Fold title="Advanced" summary={IMAGE_PARAMETERS.responseType.labels[responseType]}>
        <ParameterFields
          table={IMAGE_PARAMETERS}
          names={['responseType']}
          form={{ responseType }}
          onChange={(change) => update({ studioResponseType: change.responseType })}
        />
      </Fold>
      <ManyCallsDialog />
    </>
  );
}

/** Edits the user's settings, or those of a recipe's step for this photo. */
function Edge() {
  const usual = { margin: useSetting('margin'), matchColors: useSetting('matchColors') };
  const { edge, put } = usePhotoEdge();
  const update = useUpdateSettings();
  const { margin, matchColors } = edge ?? usual;
  const change = (next: Partial<typeof usual>): void => {
    if (edge === undefined) update(next);
    else put({ ...edge, ...next });
  };
  return (
    <>
      <Row
        label="Margin"
        help={`Photo pixels around the mask that are sent too; the result fades out over them. 0 gives a hard edge. 0 to ${MOST_MARGIN} px.`}
      >
        {({ id, helpId }) => (
          <>
            <Slider
              label={null}
              thumbLabel="Margin, photo pixels"
              min={0}
              max={SLIDER_END}
              value={Math.min(SLIDER_END, margin)}
              onChange={(value) => change({ margin: value })}
            />
            <NumberInput
              id={id}
              flex="0 0 var(--gesso-number)"
              aria-describedby={helpId}
              hideControls
              allowDecimal={false}
              min={0}
              max={MOST_MARGIN}
              clampBehavior="strict"
              rightSectionWidth="auto"
              rightSection={
                <Text span size="xs" c="var(--gesso-text-3)" pr="xs">
                  px
                </Text>
              }
              value={margin}
              onChange={(value) => change({ margin: Number(value) })}
            />
          </>
        )}
      </Row>
      <SwitchRow
        label="Match colours"
        help="Fits the colours of a result to the photo around it."
        checked={matchColors}
        onChange={(isOn) => change({ matchColors: isOn })}
      />
      <PhotoEdge />
    </>
  );
}

function ManyCallsDialog() {
  const runs = useStudioSession()?.runs;
  const asked = useStudio((state) => state.run.asked);
  const isWhole = useStudio(nextRun).text?.mode === 'whole';
  const time = useStudio((state) => state.run.calls?.expectedMilliseconds);
  const ahead = useCallsAhead('remove-text', asked?.calls ?? 0);
  const cancel = () => void runs?.answer('cancel');
  return (
    <Modal
      opened={asked !== undefined}
      onClose={cancel}
      title={`Send ${count(ahead.calls, 'call')}?`}
    >
      <Text size="sm">
        {isWhole
          ? 'At full resolution, this photo takes several calls.'
          : 'At full resolution, these boxes take several calls.'}{' '}
        {costOf(ahead)}
        {time !== undefined && ` It takes ${formatRoughly(time)}.`}
      </Text>
      {isWhole && (
        <Text size="sm" mt="xs">
          If the text is in a few places, boxes around it take fewer calls.
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button onClick={cancel}>Cancel</Button>
        {isWhole && <Button onClick={() => void runs?.answer('boxes')}>Draw boxes</Button>}
        <Button variant="filled" data-autofocus onClick={() => void runs?.answer('run')}>
          Send {count(ahead.calls, 'call')}
        </Button>
      </Group>
    </Modal>
  );
}

function costOf({ cost, isPractice }: CallsAhead): string {
  if (isPractice) return 'Practice: free.';
  return cost === undefined ? 'The cost is unknown.' : `Expected cost: ${formatMoney(cost)}.`;
}

function CleanupPlan() {
  const session = useStudioSession();
  const plan = useStudio(nextRun).cleanup;
  const calls = useStudio((state) => state.run.calls);
  const isReady = useStudio((state) => state.status === 'ready');
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  if (!hasMask || !isReady || plan.boxes.length === 0) return null;
  const useOwn = () => session?.plan.setCleanupBoxes(undefined, 'reset boxes');
  return (
    <>
      {plan.boxes.length > 1 && (
        <BoxList
          label="Boxes to send"
          boxes={plan.boxes.map(({ rect, isUsed }, index) => ({
            name: `Box ${index + 1}`,
            rect,
            note: isUsed ? noteOfBox(calls, rect) : 'not sent',
            onChoose: () => focusBox(cleanupBoxId(index)),
          }))}
        />
      )}
      {plan.leftOut !== undefined && (
        <SmallStatus>You painted outside your boxes, so Gesso placed new ones.</SmallStatus>
      )}
      {plan.isByHand && <Button onClick={useOwn}>Reset boxes</Button>}
    </>
  );
}

/** @returns `edge`: `undefined` if the settings apply; `put`: `null` removes the photo's own */
function usePhotoEdge() {
  const session = useStudioSession();
  const client = useQueryClient();
  const photoId = useStudio((state) => state.photo?.id) ?? '';
  const query = queries.cleanup.edge.queryOptions({ input: { photoId }, enabled: photoId !== '' });
  const edge = useQuery(query).data ?? undefined;
  const { mutate } = useMutation(
    queries.cleanup.putEdge.mutationOptions({
      // another photo may be open by then
      onSuccess(_, { photoId: ownerId, edge: next }) {
        client.setQueryData(queries.cleanup.edge.queryKey({ input: { photoId: ownerId } }), next);
        session?.plan.askAgain();
      },
      onError: (thrown) => session?.showError(thrown),
    }),
  );
  return { edge, put: (next: CleanupEdge | null): void => mutate({ photoId, edge: next }) };
}

/** A recipe's step may set margin and colour matching for this photo alone. */
function PhotoEdge() {
  const { edge, put } = usePhotoEdge();
  if (edge === undefined) return null;
  return (
    <Group gap="xs" role="group" aria-label="Settings of the recipe step">
      <Note>{edgeWords(edge)}</Note>
      <SmallButton onClick={() => put(null)}>Use my settings</SmallButton>
    </Group>
  );
}

function edgeWords({ margin, matchColors }: CleanupEdge): string {
  const colours = matchColors ? 'colours matched' : 'colours not matched';
  return `Margin ${margin} px, ${colours}: from the recipe step, for this photo.`;
}
