/** Alt inverts it. */
import { Center, VisuallyHidden } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCanvas, useStudioSession } from '../session/index.ts';
import { Segments } from '../../../core/ui/Segments.tsx';

interface ModeWords {
  readonly name: string;
  readonly add: string;
  readonly subtract: string;
  /** Default: plus and minus. */
  readonly icons?: { readonly add: ReactNode; readonly subtract: ReactNode };
}

const SHAPES: ModeWords = { name: 'Shapes', add: 'Add to mask', subtract: 'Subtract from mask' };

/** @param props.words default: those for shapes */
export function ModeOption(props: { readonly isDisabled: boolean; readonly words?: ModeWords }) {
  const { isDisabled, words = SHAPES } = props;
  const core = useStudioSession()?.core;
  const isSubtracting = useCanvas((snapshot) => snapshot.isSubtracting) ?? false;
  return (
    <Segments
      aria-label={words.name}
      disabled={isDisabled}
      value={isSubtracting ? 'subtract' : 'add'}
      onChange={(mode) => core?.tools.setSubtracting(mode === 'subtract')}
      data={[
        { value: 'add', label: labelled(words.add, words.icons?.add ?? <IconPlus size={16} />) },
        {
          value: 'subtract',
          label: labelled(words.subtract, words.icons?.subtract ?? <IconMinus size={16} />),
        },
      ]}
    />
  );
}

function labelled(name: string, icon: ReactNode): ReactNode {
  return (
    <Center data-tip={name} component="span">
      {icon}
      <VisuallyHidden>{name}</VisuallyHidden>
    </Center>
  );
}
