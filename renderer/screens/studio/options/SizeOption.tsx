/** The slider is finer at the small end. */
import { Slider } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { sizeAfterKey, sizeOfSlider, sliderOfSize } from '../../../core/ui/brush-size.ts';
import { TypedValue } from '../../../core/ui/TypedValue.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { TOOLS } from '../commands/studio-commands.ts';
import { BRUSH_SIZE } from '../canvas/index.ts';
import { useCanvas, useStudioSession } from '../session/index.ts';
import { sizeOfText } from '../model/typed-values.ts';
import { Option } from './Option.tsx';

export function SizeOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const core = useStudioSession()?.core;
  const tool =
    useCanvas((snapshot) => (snapshot.tool === 'eraser' ? 'eraser' : 'brush')) ?? 'brush';
  const size =
    useCanvas((snapshot) =>
      snapshot.tool === 'eraser' ? snapshot.eraserSize : snapshot.brushSize,
    ) ?? BRUSH_SIZE.initial;
  const name = tool === 'eraser' ? 'Eraser' : 'Brush';
  const { shortcutKeys } = useKeyNames();
  const keys = [TOOLS.smaller, TOOLS.larger].flatMap((command) => shortcutKeys(command)[0] ?? []);

  // runs before the slider's own keys, which use another scale
  function stepByKey(event: KeyboardEvent): void {
    const next = sizeAfterKey(event.key, size);
    if (next === undefined || isDisabled) return;
    event.preventDefault();
    event.stopPropagation();
    core?.tools.setSize(tool, next);
  }

  return (
    <Option
      data-tip={keys.length === 0 ? `${name} size` : `${name} size (${keys.join(' and ')})`}
      label="Size"
      onKeyDownCapture={stepByKey}
    >
      <Slider
        w="var(--gesso-label)"
        label={null}
        min={0}
        max={100}
        step={0.5}
        disabled={isDisabled}
        value={sliderOfSize(size)}
        thumbLabel={`${name} size, photo pixels`}
        onChange={(value) => core?.tools.setSize(tool, sizeOfSlider(value))}
      />
      <TypedValue
        label={`${name} size in photo pixels`}
        value={`${size} px`}
        width={8}
        isDisabled={isDisabled}
        onEnter={(text) => {
          const entered = sizeOfText(text);
          if (entered !== undefined) core?.tools.setSize(tool, entered);
          return entered !== undefined;
        }}
      />
    </Option>
  );
}
