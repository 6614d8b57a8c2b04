/** The left side of the screen: the picture, the settings of the clip, and the button that sends it. */
import { Collapse, Divider, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useMemo, useState, type ReactNode } from 'react';
import { FormColumn } from '../../../base/screen/FormColumn.tsx';
import { problemsOf } from '../model/form.ts';
import { useVideo } from '../session/index.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ClipFields } from './ClipFields.tsx';
import { Presets } from './Presets.tsx';
import { SendBar } from './SendBar.tsx';
import { SweepFields } from './SweepFields.tsx';

/** @param props.picture the picture; missing while it stands in the middle */
export const FormPanel = memo(function FormPanel({ picture }: { readonly picture: ReactNode }) {
  const form = useVideo((state) => state.form);
  const problems = useMemo(() => problemsOf(form), [form]);
  const [isAdvancedShown, setAdvancedShown] = useState(false);
  const Chevron = isAdvancedShown ? IconChevronDown : IconChevronRight;
  return (
    <FormColumn label="Picture and settings" picture={picture} footer={<SendBar />}>
      <Presets />
      <ClipFields form={form} problems={problems} />
      <SweepFields />
      <Divider />
      <UnstyledButton
        fz="sm"
        fw={600}
        aria-expanded={isAdvancedShown}
        onClick={() => setAdvancedShown(!isAdvancedShown)}
      >
        <Chevron size={14} style={{ verticalAlign: 'middle' }} /> Advanced
        <Text span size="xs" c="dimmed">
          {' '}
          {advancedInUse(form)}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isAdvancedShown}>
        <AdvancedFields form={form} problems={problems} />
      </Collapse>
    </FormColumn>
  );
});

/** Settings behind the door that are in use, so that none is forgotten there. */
function advancedInUse({ webhookUrl }: { readonly webhookUrl: string }): string {
  return webhookUrl.trim() === '' ? '' : '(webhook in use)';
}
