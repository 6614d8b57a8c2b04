import { IconBrush, IconListNumbers, IconTypography } from '@tabler/icons-react';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { count } from '../../../core/ui/format.ts';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import { BATCH } from '../commands/studio-commands.ts';

export function BatchItems() {
  const session = useStudioSession();
  const chosen = useStudio((state) => state.strip.choice.chosen.size);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const which = chosen === 1 ? 'this photo' : count(chosen, 'photo');
  return (
    <>
      <CommandMenuItem
        icon={<IconTypography size={16} />}
        keys={BATCH.batchText}
        label={`Remove text from ${which}…`}
      />
      <CommandMenuItem
        icon={<IconBrush size={16} />}
        keys={BATCH.batchMask}
        isDisabled={!hasMask}
        label={`Same mask on ${which}…`}
      />
      <CommandMenuItem
        icon={<IconListNumbers size={16} />}
        onClick={() => session?.out.runRecipe()}
        label={`Run a recipe on ${which}…`}
      />
    </>
  );
}
