import { Button, Slider } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBrush,
  IconEraser,
  IconRestore,
} from '@tabler/icons-react';
import { BLEND_LIMITS } from '../../../shared/contract/blend.ts';
import { useKeyNames } from '../../core/commands/shortcut-keys.ts';
import { Row } from '../../core/ui/Form.tsx';
import { IconButton } from '../../core/ui/IconButton.tsx';
import { NumberField } from '../../core/ui/NumberField.tsx';
import { sizeOfSlider, sliderOfSize } from '../../core/ui/brush-size.ts';
import type { BlendCommands } from '../define-blend-commands.ts';
import { canUndo, isInitial } from './blend-history.ts';
import type { BlendSession } from './blend-session.ts';
import { useBlendState } from './use-blending.ts';

interface Props {
  readonly session: BlendSession;
  readonly commands: BlendCommands;
  /** Names the share of the picture in place of the result, e.g. "Blend original". */
  readonly below?: string;
  readonly hasSoftEdge: boolean;
}

const TOOLS = [
  ['erase', 'Bring back', IconBrush],
  ['paint', 'Hide', IconEraser],
] as const;

export function BlendFields({ session, commands, below, hasSoftEdge }: Props) {
  const open = useBlendState(session, (state) => state.open);
  const history = useBlendState(session, (state) => state.history);
  const tool = useBlendState(session, (state) => state.tool);
  const brushSize = useBlendState(session, (state) => state.brushSize);
  const hardness = useBlendState(session, (state) => state.hardness);
  const { nameWithKeys } = useKeyNames();
  if (open === undefined || history === undefined) return null;
  const { strength, softEdge, strokes } = history.now;
  const isSoftEdgeFree =
    hasSoftEdge && Object.values(open.described.softSides).some((soft) => soft);
  return (
    <>
      <Percent
        label={below ?? 'Strength'}
        hint={`How much of the ${below === undefined ? 'result' : 'original'} is seen.`}
        value={below === undefined ? strength : 1 - strength}
        most={1}
        onChange={(share) => session.setStrength(below === undefined ? share : 1 - share)}
      />
      {isSoftEdgeFree && (
        <Percent
          label="Soft edge"
          hint="How far the result fades out, as a share of its shorter side."
          value={softEdge}
          most={BLEND_LIMITS.softEdge}
          step={0.5}
          onChange={session.setSoftEdge}
        />
      )}
      <Row label="Paint" help={strokesInWords(strokes.length)}>
        {() =>
          TOOLS.map(([own, name, Icon]) => {
            const { title } = commands[`tool.${own}`];
            return (
              <Button
                key={own}
                data-tip={nameWithKeys(title, commands[`tool.${own}`])}
                leftSection={<Icon size={16} />}
                aria-pressed={tool === own}
                data-active={tool === own || undefined}
                // a second press deselects the tool
                onClick={() => session.setTool(tool === own ? 'hand' : own)}
              >
                {name}
              </Button>
            );
          })
        }
      </Row>
      {tool !== 'hand' && (
        <>
          <Row label="Brush size">
            {() => (
              <>
                <Slider
                  label={null}
                  thumbLabel="Brush size"
                  min={0}
                  max={100}
                  step={0.5}
                  value={sliderOfSize(brushSize)}
                  onChange={(value) => session.setBrush({ brushSize: sizeOfSlider(value) })}
                />
                <output>{brushSize} px</output>
              </>
            )}
          </Row>
          <Percent
            label="Hardness"
            hint="100 has a hard edge."
            value={hardness}
            most={1}
            step={5}
            onChange={(value) => session.setBrush({ hardness: value })}
          />
        </>
      )}
    </>
  );
}

export function BlendActions({ session }: Pick<Props, 'session'>) {
  const open = useBlendState(session, (state) => state.open);
  const history = useBlendState(session, (state) => state.history);
  if (open === undefined || history === undefined) return null;
  return (
    <>
      <IconButton
        label="Undo the change"
        tip="Undo"
        icon={<IconArrowBackUp size={16} />}
        size="sm"
        disabled={!canUndo(history)}
        onClick={session.undo}
      />
      <IconButton
        label="Redo the change"
        tip="Redo"
        icon={<IconArrowForwardUp size={16} />}
        size="sm"
        disabled={history.future.length === 0}
        onClick={session.redo}
      />
      <IconButton
        label="Reset"
        tip="As received"
        icon={<IconRestore size={16} />}
        size="sm"
        disabled={isInitial(history.now, open.described.initial)}
        onClick={session.reset}
      />
    </>
  );
}

function strokesInWords(strokes: number): string {
  if (strokes === 0) return 'Hides parts of the result, or brings them back.';
  return strokes === 1 ? '1 stroke' : `${strokes} strokes`;
}

/** @param props.most as a share @param props.step percent */
function Percent(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: number;
  readonly most: number;
  readonly step?: number;
  readonly onChange: (share: number) => void;
}) {
  const { label, hint, value, most, step = 1, onChange } = props;
  const max = most * 100;
  return (
    <NumberField
      label={label}
      unit="%"
      range={{ min: 0, max }}
      step={step}
      usual={undefined}
      hint={hint}
      value={Number((value * 100).toFixed(1))}
      onChange={(percent) => onChange(Math.min(max, Math.max(0, percent ?? 0)) / 100)}
    />
  );
}
