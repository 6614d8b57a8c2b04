import { ActionIcon, Divider, Flex, Tooltip } from '@mantine/core';
import {
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
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { useKeyNames } from '../../core/commands/shortcut-keys.ts';
import type { ToolName } from './canvas/index.ts';
import { useCanvas, useStudio, useStudioSession } from './session/index.ts';
import { HAIRLINE } from '../../core/ui/hairline.ts';
import { RUNS, TOOLS } from './commands/studio-commands.ts';
import type { CommandInfo } from '../../core/commands/commands.ts';

interface ToolRow {
  readonly id: ToolName;
  readonly command: CommandInfo;
  readonly hint: string;
  readonly icon: ReactNode;
}

/** Grouped: finding and selecting, painting, view. */
const ROWS: readonly (readonly ToolRow[])[] = [
  [
    {
      id: 'object',
      command: TOOLS.object,
      hint: 'draw around it or over it; Shift for more, Alt for less, Enter adds it to the mask',
      icon: <IconObjectScan size={20} />,
    },
    {
      id: 'lasso',
      command: TOOLS.lasso,
      hint: 'drag freehand, or click for a polygon; Alt to subtract',
      icon: <IconLassoPolygon size={20} />,
    },
    {
      id: 'rectangle',
      command: TOOLS.rectangle,
      hint: 'Shift for a square, Alt to subtract',
      icon: <IconMarquee2 size={20} />,
    },
    {
      id: 'wand',
      command: TOOLS.wand,
      hint: 'click a colour; Alt to subtract',
      icon: <IconWand size={20} />,
    },
    {
      id: 'line',
      command: TOOLS.line,
      hint: 'click along a wire, pole or scratch; Enter adds it to the mask',
      icon: <IconLine size={20} />,
    },
    {
      id: 'text-box',
      command: RUNS.textBox,
      hint: 'drag a box around text to remove',
      icon: <IconTextScan2 size={20} />,
    },
    {
      id: 'spots',
      command: TOOLS.spots,
      hint: 'finds dust and sensor spots',
      icon: <IconGrain size={20} />,
    },
  ],
  [
    {
      id: 'brush',
      command: TOOLS.brush,
      hint: 'Shift + click for a straight line, Alt to erase, X to swap',
      icon: <IconBrush size={20} />,
    },
    {
      id: 'eraser',
      command: TOOLS.eraser,
      hint: 'also right button or pen eraser',
      icon: <IconEraser size={20} />,
    },
  ],
  [
    {
      id: 'hand',
      command: TOOLS.hand,
      hint: 'also Space or middle button',
      icon: <IconHandStop size={20} />,
    },
  ],
];

export function Tools() {
  return (
    <Flex
      direction="column"
      wrap="wrap"
      gap="2xs"
      align="center"
      miw="var(--gesso-tools)"
      mih={0}
      py="xs"
      style={{ gridArea: 'tools', borderRight: HAIRLINE }}
      role="toolbar"
      aria-label="Tools"
      aria-orientation="vertical"
      onKeyDown={moveFocus}
    >
      {ROWS.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <Divider w="var(--gesso-icon-lg)" my="2xs" color="var(--gesso-line)" />}
          {group.map((row) => (
            <Tool key={row.id} {...row} />
          ))}
        </Fragment>
      ))}
    </Flex>
  );
}

function Tool({ id, command, hint, icon }: ToolRow) {
  const { nameWithKeys } = useKeyNames();
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  const isPressed = useCanvas((snapshot) => snapshot.tool === id);
  return (
    <Tooltip label={`${nameWithKeys(command.title, command)}: ${hint}`} position="right" multiline>
      <ActionIcon
        aria-label={command.title}
        aria-pressed={isPressed === true}
        disabled={!isReady}
        onClick={() => session?.plan.chooseTool(id)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** Arrow keys move the focus, as in every toolbar. */
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
