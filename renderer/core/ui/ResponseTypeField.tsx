/** The format of the picture that the service returns. */
import { RESPONSE_IMAGE_TYPES, type ResponseImageType } from '../../../shared/api/images.ts';
import { ChoiceField } from './ChoiceField.tsx';

const LABELS: Readonly<Record<ResponseImageType, string>> = {
  png: 'PNG',
  webp: 'WebP',
  jpeg: 'JPEG',
};

/** For the summary of a fold. */
export function responseTypeName(type: ResponseImageType): string {
  return LABELS[type];
}

export function ResponseTypeField(props: {
  readonly value: ResponseImageType;
  readonly onChange: (type: ResponseImageType) => void;
}) {
  const { value, onChange } = props;
  return (
    <ChoiceField
      label="Returned type"
      hint="PNG loses nothing. WebP and JPEG arrive sooner over a slow line and lose detail."
      choices={RESPONSE_IMAGE_TYPES.map((each) => ({ value: each, label: LABELS[each] }))}
      value={value}
      onChange={onChange}
    />
  );
}
