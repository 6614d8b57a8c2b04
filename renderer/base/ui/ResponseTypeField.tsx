/** The type of the picture that the service returns. */
import { Input, SegmentedControl } from '@mantine/core';
import { RESPONSE_IMAGE_TYPES, type ResponseImageType } from '../../../shared/api/images.ts';

const LABELS: Readonly<Record<ResponseImageType, string>> = {
  png: 'PNG',
  webp: 'WebP',
  jpeg: 'JPEG',
};

/** Named beside a closed "Advanced", so that it is not forgotten there. */
export function responseTypeInUse(type: ResponseImageType): string | undefined {
  return type === 'png' ? undefined : `${LABELS[type]} returned`;
}

export function ResponseTypeField(props: {
  readonly value: ResponseImageType;
  readonly onChange: (type: ResponseImageType) => void;
}) {
  const { value, onChange } = props;
  return (
    <Input.Wrapper
      label="Returned type"
      description="PNG loses nothing. WebP and JPEG arrive sooner over a slow line and lose detail."
      mt={6}
    >
      <SegmentedControl
        fullWidth
        mt={4}
        aria-label="Returned type"
        data={RESPONSE_IMAGE_TYPES.map((type) => ({ value: type, label: LABELS[type] }))}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
