import { Fold } from '../../../base/ui/Form.tsx';
import { ResponseTypeField, responseTypeName } from '../../../base/ui/ResponseTypeField.tsx';
import { useFaces, useFacesSession } from '../session/index.ts';

export function AdvancedFields() {
  const session = useFacesSession();
  const type = useFaces((state) => state.responseType);
  return (
    <Fold title="Advanced" summary={responseTypeName(type)}>
      <ResponseTypeField value={type} onChange={session.setResponseType} />
    </Fold>
  );
}
