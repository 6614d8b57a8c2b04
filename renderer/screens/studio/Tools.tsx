import { ActionIcon, Divider, Flex } from '@mantine/core';
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
  type Icon,
} from '@tabler/icons-react';
import { Fragment, type KeyboardEvent } from 'react';
import { useKeyNames } from '../../core/commands/shortcut-keys.ts';
import type { ToolName } from './canvas/index.ts';
import { useCanvas, useStudio, useStudioSession } from './session/index.ts';
import { HAIRLINE } from '../../core/ui/hairline.ts';
import { RUNS, TOOLS } from './commands/studio-commands.ts';
import type { CommandInfo } from '../../core/commands/commands.ts';

type ToolRow = readonly [id: ToolName, command: CommandInfo, icon: Icon, hint: string];

/** Grouped: finding and selecting, painting, view. */
const ROWS: readonly (readonly ToolRow[])[] = [
  [
    [
      'object',
      TOOLS.object,
      IconObjectScan,
      'draw around it or over it; Shift for more, Alt for less, Enter adds it to the mask',
    ],
    [
      'lasso',
      TOOLS.lasso,
      IconLassoPolygon,
      'drag freehand, or click for a polygon; Alt to subtract',
    ],
    ['rectangle', TOOLS.rectangle, IconMarquee2, 'Shift for a square, Alt to subtract'],
    ['wand', TOOLS.wand, IconWand, 'click a colour; Alt to subtract'],
    [
      'line',
      TOOLS.line,
      IconLine,
      'click along a wire, pole or scratch; Enter adds it to the mask',
    ],
    ['text-box', RUNS.textBox, IconTextScan2, 'drag a box around text to remove'],
    ['spots', TOOLS.spots, IconGrain, 'finds dust and sensor spots'],
  ],
  [
    ['brush', TOOLS.brush, IconBrush, 'Shift + click for a straight line, Alt to erase, X to swap'],
    ['eraser', TOOLS.eraser, IconEraser, 'also right button or pen eraser'],
  ],
  [['hand', TOOLS.hand, IconHandStop, 'also Space or middle button']],
];

export function Tools() {
  return (
    <Flex
      direction="column"
      wrap="wrap"
      gap="2xs"
      align="center"
      miw="var(--gesso-tools)"
      maw="calc(3 * var(--gesso-tools))"
      mih={0}
      py="xs"
      style={{ gridArea: 'tools', borderRight: HAIRLINE, overflowX: 'auto' }}
      role="toolbar"
      aria-label="Tools"
      aria-orientation="vertical"
      onKeyDown={moveFocus}
    >
      {ROWS.map((group, index) => (
        <Fragment key={group[0]?.[0]}>
          {index > 0 && <Divider w="var(--gesso-icon-lg)" my="2xs" color="var(--gesso-line)" />}
          {group.map((row) => (
            <Tool key={row[0]} row={row} />
          ))}
        </Fragment>
      ))}
    </Flex>
  );
}

function Tool({ row: [id, command, Icon, hint] }: { readonly row: ToolRow }) {
  const { nameWithKeys } = useKeyNames();
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  const isPressed = useCanvas((snapshot) => snapshot.tool === id);
  return (
    <ActionIcon
      data-tip={`${nameWithKeys(command.title, command)}: ${hint}`}
      data-tip-side="right"
      aria-label={command.title}
      aria-pressed={isPressed === true}
      disabled={!isReady}
      onClick={() => session?.plan.chooseTool(id)}
    >
      <Icon size={20} />
    </ActionIcon>
  );
}

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
