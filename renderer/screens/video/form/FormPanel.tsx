/** The left side of the screen: the picture, the settings of the clip, and the button that sends it. */
import { Divider } from '@mantine/core';
import { memo, useMemo, type ReactNode } from 'react';
import { Fold } from '../../../base/ui/Form.tsx';
import { FormColumn } from '../../../base/screen/FormColumn.tsx';
import { problemsOf } from '../model/form.ts';
import { useVideo } from '../session/index.ts';
import { UnsetNote } from '../../../base/ui/UnsetNote.tsx';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ClipFields } from './ClipFields.tsx';
import { Presets } from './Presets.tsx';
import { SendBar } from './SendBar.tsx';
import { SweepFields } from './SweepFields.tsx';

/** @param props.picture the picture; missing while it stands in the middle */
export const FormPanel = memo(function FormPanel({ picture }: { readonly picture: ReactNode }) {
  const form = useVideo((state) => state.form);
  const problems = useMemo(() => problemsOf(form), [form]);
  return (
    <FormColumn label="Picture and settings" picture={picture} footer={<SendBar />}>
      <Presets />
      <UnsetNote />
      <ClipFields form={form} problems={problems} />
      <SweepFields />
      <Divider />
      <Fold title="Advanced" summary={form.webhookUrl.trim() === '' ? undefined : 'webhook in use'}>
        <AdvancedFields form={form} problems={problems} />
      </Fold>
    </FormColumn>
  );
});
