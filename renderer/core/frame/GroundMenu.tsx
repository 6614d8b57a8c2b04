import { Box, Menu } from '@mantine/core';
import { IconCheck, IconContrastFilled } from '@tabler/icons-react';
import { useSetting, useUpdateSettings } from '../backend/settings.ts';
import { IconButton } from '../ui/IconButton.tsx';

export const GROUNDS = [
  { value: null, label: 'As the theme' },
  { value: 'black', label: 'Black' },
  { value: 'dark', label: 'Dark grey' },
  { value: 'middle', label: 'Middle grey' },
  { value: 'light', label: 'Light grey' },
  { value: 'white', label: 'White' },
] as const;

export function GroundMenu() {
  const ground = useSetting('ground');
  const update = useUpdateSettings();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label="Ground around pictures" icon={<IconContrastFilled size={16} />} />
      </Menu.Target>
      <Menu.Dropdown>
        {GROUNDS.map(({ value, label }) => (
          <Menu.Item
            key={label}
            leftSection={
              <Box
                data-ground={value ?? undefined}
                w="var(--gesso-thumb)"
                h="var(--gesso-thumb)"
                bg="var(--gesso-ground)"
                style={{ border: '1px solid var(--gesso-line-strong)' }}
                bdrs="50%"
              />
            }
            rightSection={value === ground && <IconCheck size={16} />}
            aria-current={value === ground || undefined}
            onClick={() => update({ ground: value })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
