/** The tools, undo and redo, and commands for the whole mask. */
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBrush,
  IconEraser,
  IconGrain,
  IconHandStop,
  IconLassoPolygon,
  IconLine,
  IconMarquee2,
  IconObjectScan,
  IconTextScan2,
  IconWand,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { nameWithKeys } from '../../../base/commands/shortcut-keys.ts';
import type { ToolName } from '../canvas/index.ts';
import { MaskMenu } from './MaskMenu.tsx';
import classes from '../Studio.module.css';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';

const TOOLS: readonly {
  readonly id: ToolName;
  readonly title: string;
  readonly key: string;
  /** More about it, for the tooltip. */
  readonly hint: string;
  readonly icon: ReactNode;
}[] = [
  {
    id: 'brush',
    title: 'Brush',
    key: 'B',
    hint: 'Shift + click for a straight line, Alt to erase, X to swap',
    icon: <IconBrush size={20} />,
  },
  {
    id: 'eraser',
    title: 'Eraser',
    key: 'E',
    hint: 'also right button or pen eraser',
    icon: <IconEraser size={20} />,
  },
  {
    id: 'rectangle',
    title: 'Rectangle',
    key: 'R',
    hint: 'Shift for a square, Alt to subtract',
    icon: <IconMarquee2 size={20} />,
  },
  {
    id: 'lasso',
    title: 'Lasso',
    key: 'L',
    hint: 'drag freehand, or click for a polygon; Alt to subtract',
    icon: <IconLassoPolygon size={20} />,
  },
  {
    id: 'object',
    title: 'Object',
    key: 'O',
    hint: 'draw around it or over it; Shift for more, Alt for less, Enter adds it to the mask',
    icon: <IconObjectScan size={20} />,
  },
  {
    id: 'line',
    title: 'Line',
    key: 'U',
    hint: 'click along a wire, pole or scratch; Enter adds it to the mask',
    icon: <IconLine size={20} />,
  },
  {
    id: 'wand',
    title: 'Wand',
    key: 'W',
    hint: 'click a colour; Alt to subtract',
    icon: <IconWand size={20} />,
  },
  {
    id: 'spots',
    title: 'Spots',
    key: 'J',
    hint: 'finds dust and sensor spots',
    icon: <IconGrain size={20} />,
  },
  {
    id: 'text-box',
    title: 'Text box',
    key: 'T',
    hint: 'drag a box around text to remove',
    icon: <IconTextScan2 size={20} />,
  },
  {
    id: 'hand',
    title: 'Hand',
    key: 'H',
    hint: 'also Space or middle button',
    icon: <IconHandStop size={20} />,
  },
];

export function Toolbar() {
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  const tool = useCanvas((snapshot) => snapshot.tool);
  const canUndo = useCanvas((snapshot) => snapshot.canUndo) ?? false;
  const canRedo = useCanvas((snapshot) => snapshot.canRedo) ?? false;
  return (
    <div
      className={classes['tools']}
      role="toolbar"
      aria-label="Tools"
      aria-orientation="vertical"
      onKeyDown={moveFocus}
    >
      {TOOLS.map(({ id, title, key, hint, icon }) => (
        <ToolButton
          key={id}
          title={title}
          shortcut={key}
          hint={hint}
          icon={icon}
          isActive={tool === id}
          isDisabled={!isReady}
          onClick={() => session?.plan.chooseTool(id)}
        />
      ))}
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
      <div className={classes['divider']} />
      <MaskMenu isDisabled={!isReady} />
    </div>
  );
}

/** Up and down go from button to button, as in every toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget } = event;
  if (step === 0 || !(target instanceof HTMLButtonElement)) return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(':scope > button:enabled')];
  const index = buttons.indexOf(target);
  if (index < 0) return;
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

function ToolButton(props: {
  readonly title: string;
  readonly shortcut: string;
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly isActive?: boolean;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}) {
  const hint = props.hint === undefined ? '' : `: ${props.hint}`;
  return (
    <Tooltip label={`${nameWithKeys(props.title, props.shortcut)}${hint}`} position="right">
      <ActionIcon
        size={36}
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
