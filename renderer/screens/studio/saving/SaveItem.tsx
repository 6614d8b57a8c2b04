/** Saving the chosen photos, as an entry of the strip's menu. */
import { Menu, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { shortcutKeys } from '../../../base/commands/shortcut-keys.ts';
import { count } from '../../../base/ui/format.ts';
import { photoIdsOf } from '../model/strip.ts';
import { useStrip, useStudioSession } from '../session/index.ts';

/** Both here and among the commands. */
export const SAVE_MANY_KEYS = 'Alt+Mod+S';

export function SaveItem() {
  const session = useStudioSession();
  const all = useStrip((state) => photoIdsOf(state.entries).length);
  const chosen = useStrip((state) => state.choice.chosen.size);
  const which = chosen === 0 ? `all ${count(all, 'photo')}` : count(chosen, 'photo');
  return (
    <Menu.Item
      leftSection={<IconDeviceFloppy size={16} />}
      rightSection={
        <Text size="xs" c="dimmed">
          {shortcutKeys(SAVE_MANY_KEYS).join(' ')}
        </Text>
      }
      onClick={() => session?.saving.showMany()}
    >
      Save {which}…
    </Menu.Item>
  );
}
