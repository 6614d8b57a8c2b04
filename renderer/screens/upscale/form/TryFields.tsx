import { TagsInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { UPSCALERS } from '../../../../shared/api/upscalers.ts';
import { MAX_TRIED_UPSCALERS } from '../../../../shared/contract/upscale-form.ts';
import { Row, Section } from '../../../base/ui/Form.tsx';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { TRY_SIDE } from '../model/try-part.ts';
import { isFramingPart, useUpscale, useUpscaleSession } from '../session/index.ts';

export function TryFields() {
  const session = useUpscaleSession();
  const isTrying = useUpscale(isFramingPart);
  const tried = useUpscale((state) => state.form.triedUpscalers);
  if (!isTrying) return null;
  return (
    <Section
      title="Try on a part"
      actions={
        <IconButton
          label="Stop trying"
          tip="Stop trying (T)"
          icon={<IconX size={16} />}
          size="sm"
          onClick={() => session.setTryPart(undefined)}
        />
      }
    >
      <Row
        label="Upscalers"
        help={`The part in the box, ${TRY_SIDE} × ${TRY_SIDE} px at most, is sent once for each.`}
      >
        {({ id, helpId }) => (
          <TagsInput
            id={id}
            aria-describedby={helpId}
            placeholder={tried.length < MAX_TRIED_UPSCALERS ? 'Add an upscaler' : ''}
            data={[...UPSCALERS]}
            maxTags={MAX_TRIED_UPSCALERS}
            value={[...tried]}
            onChange={(triedUpscalers) => session.change({ triedUpscalers })}
          />
        )}
      </Row>
    </Section>
  );
}
