/** Saving the chosen photos, as an entry of the strip's menu. */
import { Menu, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { prepareSavingMany } from './saving-store.ts';

/** Both here and among the commands. */
export const SAVE_MANY_KEYS = 'Alt+Mod+S';

export function SaveItem() {
  const all = useStrip((state) => photoIdsOf(state.entries).length);
  const chosen = useStrip((state) => state.choice.chosen.size);
  const which = chosen === 0 ? `all ${all} photos` : chosen === 1 ? '1 photo' : `${chosen} photos`;
  return (
    <Menu.Item
      leftSection={<IconDeviceFloppy size={16} />}
      rightSection={
        <Text size="xs" c="dimmed">
          {describeShortcut(SAVE_MANY_KEYS, isApple(navigator.platform)).join(' ')}
        </Text>
      }
      onClick={prepareSavingMany}
    >
      Save {which}…
    </Menu.Item>
  );
}
