/** The tools, their size, and what acts on the whole mask or view. */
import { ActionIcon, Slider, Text, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBrush,
  IconEraser,
  IconHandStop,
  IconMaximize,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeShortcut, isApple } from '../../commands/shortcut.ts';
import { BRUSH_SIZE, type ToolName } from './canvas/index.ts';
import { sizeOfSlider, sliderOfSize } from './size-slider.ts';
import classes from './Studio.module.css';
import { useStudio } from './studio-store.ts';
import { useCanvas } from './use-canvas.ts';

const TOOLS: readonly {
  readonly id: ToolName;
  readonly title: string;
  readonly key: string;
  readonly icon: ReactNode;
}[] = [
  { id: 'brush', title: 'Brush', key: 'B', icon: <IconBrush size={20} /> },
  { id: 'eraser', title: 'Eraser', key: 'E', icon: <IconEraser size={20} /> },
  { id: 'hand', title: 'Hand', key: 'H', icon: <IconHandStop size={20} /> },
];

export function Toolbar() {
  const session = useStudio((state) => state.session);
  const isReady = useStudio((state) => state.status === 'ready');
  const tool = useCanvas((snapshot) => snapshot.tool);
  const canUndo = useCanvas((snapshot) => snapshot.canUndo) ?? false;
  const canRedo = useCanvas((snapshot) => snapshot.canRedo) ?? false;
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  return (
    <div className={classes['tools']} role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {TOOLS.map(({ id, title, key, icon }) => (
        <ToolButton
          key={id}
          title={title}
          shortcut={key}
          icon={icon}
          isActive={tool === id}
          isDisabled={!isReady}
          onClick={() => session?.core.setTool(id)}
        />
      ))}
      <SizeSlider isDisabled={!isReady || tool === 'hand'} />
      <div className={classes['divider']} />
      <ToolButton
        title="Undo"
        shortcut="Mod+Z"
        icon={<IconArrowBackUp size={20} />}
        isDisabled={!isReady || !canUndo}
        onClick={() => void session?.undo()}
      />
      <ToolButton
        title="Redo"
        shortcut="Shift+Mod+Z"
        icon={<IconArrowForwardUp size={20} />}
        isDisabled={!isReady || !canRedo}
        onClick={() => void session?.redo()}
      />
      <ToolButton
        title="Clear the mask"
        shortcut="Delete"
        icon={<IconTrash size={20} />}
        isDisabled={!isReady || !hasMask}
        onClick={() => session?.core.clearMask()}
      />
      <div className={classes['divider']} />
      <ToolButton
        title="Fit the photo to the window"
        shortcut="Mod+0"
        icon={<IconMaximize size={20} />}
        isDisabled={!isReady}
        onClick={() => session?.core.fit()}
      />
    </div>
  );
}

function ToolButton(props: {
  readonly title: string;
  readonly shortcut: string;
  readonly icon: ReactNode;
  readonly isActive?: boolean;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}) {
  const keys = describeShortcut(props.shortcut, isApple(navigator.platform)).join(' ');
  return (
    <Tooltip label={`${props.title} (${keys})`} position="right">
      <ActionIcon
        size={36}
        variant={props.isActive === true ? 'filled' : 'subtle'}
        color={props.isActive === true ? 'rose' : 'gray'}
        aria-label={props.title}
        aria-pressed={props.isActive}
        disabled={props.isDisabled}
        onClick={props.onClick}
      >
        {props.icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** The active tool's size in photo pixels; fine at the small end. */
function SizeSlider({ isDisabled }: { readonly isDisabled: boolean }) {
  const core = useStudio((state) => state.session?.core);
  const tool =
    useCanvas((snapshot) => (snapshot.tool === 'eraser' ? 'eraser' : 'brush')) ?? 'brush';
  const size =
    useCanvas((snapshot) =>
      snapshot.tool === 'eraser' ? snapshot.eraserSize : snapshot.brushSize,
    ) ?? BRUSH_SIZE.initial;
  return (
    <>
      <Slider
        className={classes['size'] ?? ''}
        orientation="vertical"
        h={128}
        mt="sm"
        size="sm"
        label={null}
        min={0}
        max={100}
        step={0.5}
        disabled={isDisabled}
        value={sliderOfSize(size)}
        thumbLabel={`Size of the ${tool} in photo pixels`}
        onChange={(value) => core?.setToolSize(tool, sizeOfSlider(value))}
      />
      <Tooltip label={`Size of the ${tool} ([ and ])`} position="right">
        <Text size="xs" c="dimmed" mt={4}>
          {size} px
        </Text>
      </Tooltip>
    </>
  );
}
