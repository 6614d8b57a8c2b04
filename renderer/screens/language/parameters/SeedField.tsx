/** The seed, with a dice and a lock. */
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
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
    <div>
      <ParameterField {...props} name="seed" />
      <Group gap={6} mt={6}>
        <Tooltip label="New random seed">
          <ActionIcon
            size={28}
            variant="default"
            aria-label="New random seed"
            onClick={() => onChange(withParameters(parameters, { seed: drawSeed() }))}
          >
            <IconDice5 size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={isSeedLocked ? 'Use a new seed after each answer' : 'Keep this seed'}>
          <ActionIcon
            size={28}
            variant={isSeedLocked ? 'filled' : 'default'}
            color={isSeedLocked ? 'accent' : 'gray'}
            aria-label="Keep this seed"
            aria-pressed={isSeedLocked}
            disabled={seed === undefined}
            onClick={() => update({ isLanguageSeedLocked: !isSeedLocked })}
          >
            <Lock size={16} />
          </ActionIcon>
        </Tooltip>
        {seed !== undefined && (
          <Text size="xs" c="dimmed">
            {isSeedLocked
              ? 'Every answer uses this seed.'
              : 'Gesso enters a new seed after each run.'}
          </Text>
        )}
      </Group>
    </div>
  );
}
