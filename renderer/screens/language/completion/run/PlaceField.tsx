import { Switch } from '@mantine/core';
import { ChoiceField } from '../../../../core/ui/ChoiceField.tsx';
import { Row } from '../../../../core/ui/Form.tsx';
import { useCompletion, useCompletionSession } from '../session/index.ts';

const PLACES = [
  { value: 'end', label: 'End' },
  { value: 'cursor', label: 'Cursor' },
] as const;

export function PlaceField() {
  const session = useCompletionSession();
  const place = useCompletion((state) => state.settings.place);
  return (
    <ChoiceField
      label="Continue at"
      hint="Where the model writes. A selection is replaced."
      choices={PLACES}
      value={place}
      onChange={(next) => session.change({ place: next })}
    />
  );
}

/** For narrow windows, whose toolbar has no room for this switch. */
export function ProbabilitiesField() {
  const session = useCompletionSession();
  const areShown = useCompletion((state) => state.settings.areProbabilitiesShown);
  return (
    <Row isCompact label="Show in the text">
      {({ id }) => (
        <Switch
          id={id}
          checked={areShown}
          onChange={({ currentTarget }) =>
            session.change({ areProbabilitiesShown: currentTarget.checked })
          }
        />
      )}
    </Row>
  );
}
