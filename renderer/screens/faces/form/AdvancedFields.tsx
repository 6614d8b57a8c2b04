/** Settings that are rarely changed: the type of the picture that comes back. */
import { Advanced } from '../../../base/ui/Advanced.tsx';
import { ResponseTypeField, responseTypeInUse } from '../../../base/ui/ResponseTypeField.tsx';
import { useFaces, useFacesSession } from '../session/index.ts';

export function AdvancedFields() {
  const session = useFacesSession();
  const type = useFaces((state) => state.responseType);
  return (
    <Advanced inUse={responseTypeInUse(type)}>
      <ResponseTypeField value={type} onChange={session.setResponseType} />
    </Advanced>
  );
}
