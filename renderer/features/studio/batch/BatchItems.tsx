/** What can be done with the chosen photos, as entries of the strip's menu. */
import { Menu, Text } from '@mantine/core';
import { IconBrush, IconTypography } from '@tabler/icons-react';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { useCanvas } from '../use-canvas.ts';
import { prepareBatch } from './batch-store.ts';
import { countPhotos } from './batch-text.ts';

export function BatchItems() {
  const entries = useStrip((state) => state.entries);
  const chosen = useStrip((state) => state.choice.chosen.size);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const all = photoIdsOf(entries).length;
  const which = chosen > 0 ? countPhotos(chosen) : `all ${all} photos`;
  return (
    <>
      <Menu.Item
        leftSection={<IconTypography size={16} />}
        rightSection={<Keys shortcut="Shift+Alt+T" />}
        onClick={() => void prepareBatch('remove-text')}
      >
        Remove text from {which}…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBrush size={16} />}
        rightSection={<Keys shortcut="Shift+Alt+M" />}
        disabled={!hasMask}
        onClick={() => void prepareBatch('same-mask')}
      >
        Same mask on {which}…
      </Menu.Item>
    </>
  );
}

function Keys({ shortcut }: { readonly shortcut: string }) {
  return (
    <Text size="xs" c="dimmed">
      {describeShortcut(shortcut, isApple(navigator.platform)).join(' ')}
    </Text>
  );
}
