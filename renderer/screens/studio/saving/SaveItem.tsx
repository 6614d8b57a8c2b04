import { IconDeviceFloppy } from '@tabler/icons-react';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { count } from '../../../core/ui/format.ts';
import { photoIdsOf } from '../model/strip.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { SAVING } from '../commands/studio-commands.ts';

export function SaveItem() {
  const session = useStudioSession();
  const all = useStudio((state) => photoIdsOf(state.strip.entries).length);
  const chosen = useStudio((state) => state.strip.choice.chosen.size);
  const which = chosen === 0 ? `all ${count(all, 'photo')}` : count(chosen, 'photo');
  return (
    <CommandMenuItem
      icon={<IconDeviceFloppy size={16} />}
      keys={SAVING.saveMany}
      onClick={() => session?.saving.showMany()}
    >
      Save {which}…
    </CommandMenuItem>
  );
}
