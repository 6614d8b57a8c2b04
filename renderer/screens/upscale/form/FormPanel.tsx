/** The left side of the screen: the pictures, the settings, and the button that sends them. */
import { Divider } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { PictureWell, useWellState } from '../../../pictures/wells/index.ts';
import { FormColumn } from '../../../base/screen/FormColumn.tsx';
import { UnsetNote } from '../../../base/ui/UnsetNote.tsx';
import { Fold } from '../../../base/ui/Form.tsx';
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
      <Fold title="Face restoration and expiry" summary={areRareInUse(form) ? 'in use' : undefined}>
        <div className={classes['more']}>
          <UnsetNote />
          <RareFields form={form} problems={problems} />
        </div>
      </Fold>
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
