import { Group, Text } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconDice5, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { ParameterField } from './ParameterField.tsx';
import { drawSeed, withParameters } from './parameters.ts';
import type { ParameterProps } from './parameter-props.ts';

export function SeedField(props: ParameterProps & { readonly problem: string | undefined }) {
  const { parameters, onChange } = props;
  const { seed } = parameters;
  const isSeedLocked = useSetting('isLanguageSeedLocked');
  const update = useUpdateSettings();
  const Lock = isSeedLocked ? IconLock : IconLockOpen;
  return (
    <>
      <ParameterField {...props} name="seed" />
      <Group gap="2xs" justify="flex-end">
        {seed !== undefined && (
          <Text size="xs" c="dimmed">
            {isSeedLocked ? 'The same for all answers' : 'A new one after each answer'}
          </Text>
        )}
        <IconButton
          label="New random seed"
          icon={<IconDice5 size={16} />}
          onClick={() => onChange(withParameters(parameters, { seed: drawSeed() }))}
        />
        <IconButton
          label="Keep this seed"
          tip={isSeedLocked ? 'Use a new seed after each answer' : 'Keep this seed'}
          icon={<Lock size={16} />}
          aria-pressed={isSeedLocked}
          disabled={seed === undefined}
          onClick={() => update({ isLanguageSeedLocked: !isSeedLocked })}
        />
      </Group>
    </>
  );
}
