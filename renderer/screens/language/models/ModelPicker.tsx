import { Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useWasTrue } from '../../../core/ui/use-was-true.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { MODEL_CHOICE } from '../language-commands.ts';
import { isLacking } from './model-choice.ts';
import { describeContext, describePrices } from './model-list.ts';
import { ModelDialog } from './ModelDialog.tsx';
import { useModels } from './use-models.ts';
import { QuietButton } from '../../../core/ui/variants.ts';

/**
 * @param props.label distinguishes several pickers, e.g. "Second model"
 * @param props.hasShortcut opens with `Mod+Shift+M`; one per tab
 */
export function ModelPicker(props: {
  readonly value: string | undefined;
  readonly onChange: (modelId: string) => void;
  readonly label?: string;
  readonly hasShortcut?: boolean;
}) {
  const { value, onChange, label = 'Model', hasShortcut = false } = props;
  const [isOpen, setOpen] = useState(false);
  const hasDialog = useWasTrue(isOpen);
  const open = (): void => setOpen(true);
  const { find, list } = useModels();
  const model = find(value);
  const name = model?.title ?? value;
  const isAbsent = isLacking(list, value);
  return (
    <>
      <QuietButton
        flex="0 1 auto"
        miw="var(--gesso-label)"
        maw="var(--gesso-inspector)"
        rightSection={<IconChevronDown size={16} />}
        aria-haspopup="dialog"
        aria-label={`${label}: ${name ?? 'none selected'}${isAbsent ? ', not on this connection' : ''}`}
        data-tip={
          model === undefined ? undefined : `${describePrices(model)}, ${describeContext(model)}`
        }
        onClick={open}
      >
        <Text span size="sm" fw={600} c="var(--gesso-text)" truncate>
          {name ?? 'Select a model'}
        </Text>
        {isAbsent && (
          <Text span size="xs" c="var(--gesso-negative)" ml="2xs">
            not on this connection
          </Text>
        )}
      </QuietButton>
      {hasShortcut && <OpenCommand onOpen={open} />}
      {hasDialog && (
        <ModelDialog
          isOpen={isOpen}
          value={value}
          onClose={() => setOpen(false)}
          onSelect={(modelId) => {
            setOpen(false);
            onChange(modelId);
          }}
        />
      )}
    </>
  );
}

function OpenCommand({ onOpen }: { readonly onOpen: () => void }) {
  useCommands(bindCommands(MODEL_CHOICE, { model: onOpen }));
  return null;
}
