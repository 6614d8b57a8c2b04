/** Settings that are rarely changed: the type of the picture that comes back. */
import { Advanced } from '../../../ui/Advanced.tsx';
import { ResponseTypeField, responseTypeInUse } from '../../../ui/ResponseTypeField.tsx';
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
