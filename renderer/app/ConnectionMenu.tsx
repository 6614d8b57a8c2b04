/** Shows the connection in use, and switches to another one. */
import { Box, Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconSettings } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useConnections, useSwitchConnection } from '../core/backend/connections.ts';
import { sayError } from '../core/backend/say-error.ts';
import { showScreen } from '../core/screen/navigation.ts';
import { say } from '../core/ui/say.ts';
import shared from '../core/ui/shared.module.css';

export function ConnectionMenu() {
  const connections = useConnections() ?? [];
  const { use, error } = useSwitchConnection();
  const active = connections.find(({ isActive }) => isActive);
  useEffect(() => {
    if (error !== null) sayError(error);
  }, [error]);
  if (active === undefined) return null;
  const isPractice = active.kind === 'practice';
  return (
    <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          miw="var(--gesso-rail)"
          maw="var(--gesso-list)"
          c="var(--gesso-text)"
          variant="subtle"
          leftSection={<Box className={shared['dot'] ?? ''} bg="var(--gesso-positive)" />}
          rightSection={<IconChevronDown size={16} />}
          aria-label={`Connection: ${active.name}`}
          title={isPractice ? 'Runs on this computer. Free.' : active.baseUrl}
        >
          <Text span inherit truncate>
            {isPractice ? 'Practice, free' : active.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Connection</Menu.Label>
        {connections.map((connection) => (
          <Menu.Item
            key={connection.id}
            leftSection={
              connection.isActive ? <IconCheck size={16} /> : <Box w="var(--gesso-icon-sm)" />
            }
            aria-current={connection.isActive ? 'true' : undefined}
            onClick={() => {
              if (!connection.isActive) {
                use(connection, () => say(`Now using ${connection.name}.`, 'done'));
              }
            }}
          >
            {connection.name}
            <Text size="xs" c="dimmed" truncate>
              {connection.kind === 'practice' ? 'On this computer, free' : connection.baseUrl}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => showScreen('settings')}>
          Manage connections…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
