/** Batches of the selected photos, as entries of the strip’s menu. */
import { Menu, Text } from '@mantine/core';
import { IconBrush, IconTypography } from '@tabler/icons-react';
import { shortcutKeys } from '../../../base/commands/shortcut-keys.ts';
import { count } from '../../../base/ui/format.ts';
import { useCanvas, useStrip, useStudioSession } from '../session/index.ts';

export function BatchItems() {
  const session = useStudioSession();
  const chosen = useStrip((state) => state.choice.chosen.size);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const which = chosen === 1 ? 'this photo' : count(chosen, 'photo');
  return (
    <>
      <Menu.Item
        leftSection={<IconTypography size={16} />}
        rightSection={<Keys shortcut="Shift+Alt+T" />}
        onClick={() => void session?.batches.prepare('remove-text')}
      >
        Remove text from {which}…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBrush size={16} />}
        rightSection={<Keys shortcut="Shift+Alt+M" />}
        disabled={!hasMask}
        onClick={() => void session?.batches.prepare('same-mask')}
      >
        Same mask on {which}…
      </Menu.Item>
    </>
  );
}

function Keys({ shortcut }: { readonly shortcut: string }) {
  return (
    <Text size="xs" c="dimmed">
      {shortcutKeys(shortcut).join(' ')}
    </Text>
  );
}
