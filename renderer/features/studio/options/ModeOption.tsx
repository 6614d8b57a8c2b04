/** Whether a shape is added to the mask or taken out of it; Alt does the other. */
import { SegmentedControl, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCanvas, useStudioSession } from '../session/index.ts';
import classes from './Options.module.css';

export function ModeOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const core = useStudioSession()?.core;
  const isSubtracting = useCanvas((snapshot) => snapshot.isSubtracting) ?? false;
  return (
    <SegmentedControl
      className={classes['mode'] ?? ''}
      size="xs"
      aria-label="Shapes"
      disabled={isDisabled}
      value={isSubtracting ? 'subtract' : 'add'}
      onChange={(mode) => core?.setSubtracting(mode === 'subtract')}
      data={[
        { value: 'add', label: labelled('Add to mask', <IconPlus size={16} />) },
        { value: 'subtract', label: labelled('Subtract from mask', <IconMinus size={16} />) },
      ]}
    />
  );
}

function labelled(name: string, icon: ReactNode): ReactNode {
  return (
    <Tooltip label={name}>
      <span className={classes['segment']}>
        {icon}
        <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
