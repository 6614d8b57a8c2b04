/** Settings of a run that are rarely changed: the type of the picture that comes back. */
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { Advanced } from '../../../base/ui/Advanced.tsx';
import { ResponseTypeField, responseTypeInUse } from '../../../base/ui/ResponseTypeField.tsx';

export function AdvancedRun() {
  const type = useSetting('studioResponseType');
  const update = useUpdateSettings();
  return (
    <Advanced inUse={responseTypeInUse(type)}>
      <ResponseTypeField value={type} onChange={(next) => update({ studioResponseType: next })} />
    </Advanced>
  );
}
