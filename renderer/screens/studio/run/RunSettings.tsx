import { NumberInput, Slider, Switch, Text } from '@mantine/core';
import { MOST_MARGIN } from '../../../../shared/contract/setting-limits.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { Fold, Row, Section } from '../../../base/ui/Form.tsx';
import { ResponseTypeField, responseTypeName } from '../../../base/ui/ResponseTypeField.tsx';
import { useRun } from '../session/index.ts';
import { CleanupPlan } from './CleanupPlan.tsx';
import { ManyCallsDialog } from './ManyCallsDialog.tsx';
import { PhotoEdge } from './PhotoEdge.tsx';
import { TextPlan } from './TextPlan.tsx';
import { usePhotoEdge } from './use-photo-edge.ts';

/** End of the slider, photo pixels; larger margins are typed. */
const SLIDER_END = 32;

export default function RunSettings() {
  const operation = useRun((state) => state.operation);
  const type = useSetting('studioResponseType');
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
      <Fold title="Advanced" summary={responseTypeName(type)}>
        <ResponseTypeField value={type} onChange={(next) => update({ studioResponseType: next })} />
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
      <Row
        isCompact
        label="Match colours"
        help="Fits the colours of a result to the photo around it."
      >
        {({ id, helpId }) => (
          <Switch
            id={id}
            aria-describedby={helpId}
            checked={matchColors}
            onChange={({ currentTarget }) => change({ matchColors: currentTarget.checked })}
          />
        )}
      </Row>
      <PhotoEdge />
    </>
  );
}
