/** The left side of the screen: the pictures, the settings, and the button that sends them. */
import { Collapse, Divider, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { PictureWell, useWellState } from '../../../pictures/wells/index.ts';
import { FormColumn } from '../../../base/screen/FormColumn.tsx';
import { problemsOf } from '../model/form.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import classes from './Form.module.css';
import { PictureStrip } from './PictureStrip.tsx';
import { SendBar } from './SendBar.tsx';
import { SizeFields } from './SizeFields.tsx';
import { RareFields, UpscalerFields } from './UpscalerFields.tsx';

export const FormPanel = memo(function FormPanel() {
  const session = useUpscaleSession();
  const { photo } = useWellState(session.well);
  const form = useUpscale((state) => state.form);
  const problems = useMemo(() => problemsOf(form), [form]);
  const [isMoreShown, setMoreShown] = useState(false);
  const Chevron = isMoreShown ? IconChevronDown : IconChevronRight;
  const inUse = areRareInUse(form);
  return (
    <FormColumn
      label="Pictures and settings"
      picture={
        <div className={classes['picture']}>
          <PictureWell
            well={session.well}
            name="Picture"
            hint="Drop or paste pictures here"
            sample="upscale"
            intercept={async (files) => {
              if (files.length < 2) return false;
              await session.pictures.add(files);
              return true;
            }}
          />
        </div>
      }
      footer={<SendBar />}
    >
      <PictureStrip />
      <SizeFields form={form} problems={problems} photo={photo} />
      <UpscalerFields form={form} problems={problems} />
      <Divider />
      <UnstyledButton
        fz="sm"
        fw={600}
        aria-expanded={isMoreShown}
        onClick={() => setMoreShown(!isMoreShown)}
      >
        <Chevron size={14} style={{ verticalAlign: 'middle' }} /> Face restoration and expiry
        <Text span size="xs" c="dimmed">
          {inUse && ' (in use)'}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isMoreShown}>
        <div className={classes['more']}>
          <RareFields form={form} problems={problems} />
        </div>
      </Collapse>
    </FormColumn>
  );
});

/** Settings behind the door, so that none is forgotten there. */
function areRareInUse(form: UpscaleForm): boolean {
  const { gfpganVisibility, codeformerVisibility, codeformerWeight, resultTtlSeconds } = form;
  return [gfpganVisibility, codeformerVisibility, codeformerWeight, resultTtlSeconds].some(
    (value) => value !== null,
  );
}
