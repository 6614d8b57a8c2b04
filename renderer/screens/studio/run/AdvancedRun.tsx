/** Settings of a run that are rarely changed: the type of the picture that comes back. */
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { Fold } from '../../../base/ui/Form.tsx';
import { ResponseTypeField, responseTypeName } from '../../../base/ui/ResponseTypeField.tsx';

export function AdvancedRun() {
  const type = useSetting('studioResponseType');
  const update = useUpdateSettings();
  return (
    <Fold title="Advanced" summary={responseTypeName(type)}>
      <ResponseTypeField value={type} onChange={(next) => update({ studioResponseType: next })} />
    </Fold>
  );
}
