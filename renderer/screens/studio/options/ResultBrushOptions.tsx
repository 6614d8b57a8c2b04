import { Slider } from '@mantine/core';
import { IconBrush, IconEraser } from '@tabler/icons-react';
import { useStudio, useStudioStore } from '../session/index.ts';
import { ModeOption } from './ModeOption.tsx';
import { Option } from './Option.tsx';
import { SizeOption } from './SizeOption.tsx';

const WORDS = {
  name: 'Result brush',
  add: 'Paint result away',
  subtract: 'Bring result back',
  icons: { add: <IconEraser size={16} />, subtract: <IconBrush size={16} /> },
} as const;

export default function ResultBrushOptions({ isDisabled }: { readonly isDisabled: boolean }) {
  const store = useStudioStore();
  const isOpen = useStudio((state) => state.blending.open !== undefined);
  const hardness = useStudio((state) => state.blending.hardness);
  return (
    <>
      <ModeOption isDisabled={isDisabled} words={WORDS} />
      <SizeOption isDisabled={isDisabled} />
      <Option label="Hardness">
        <Slider
          w="var(--gesso-label)"
          label={(value) => `${Math.round(value * 100)} %`}
          thumbLabel="Hardness"
          min={0}
          max={1}
          step={0.05}
          disabled={isDisabled || !isOpen}
          value={hardness}
          onChange={(value) => store.setSlice('blending', { hardness: value })}
        />
      </Option>
    </>
  );
}
