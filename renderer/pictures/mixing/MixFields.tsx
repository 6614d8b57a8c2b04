/** The controls of mixing: strength, soft edge, the brush, and the way back. */
import { Button, Slider, Text } from '@mantine/core';
import { IconButton } from '../../base/ui/IconButton.tsx';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBrush,
  IconEraser,
  IconHandStop,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MIX_LIMITS } from '../../../shared/contract/mix.ts';
import { sizeOfSlider, sliderOfSize } from '../../base/ui/size-slider.ts';
import { canUndo, isInitial } from './mix-history.ts';
import type { MixSession, MixTool } from './mix-session.ts';
import classes from './Mixing.module.css';
import { useMixState } from './use-mixing.ts';

/** Words of a screen: the picture that the brush brings back is called differently. */
export interface MixWords {
  /** Of the brush, e.g. "Paint the picture back". */
  readonly paint: string;
  /** Of the eraser, e.g. "Bring the face again". */
  readonly erase: string;
}

/** @param props.note below the brush, where painting is off */
export function MixFields(props: {
  readonly session: MixSession;
  readonly words: MixWords;
  readonly hasSoftEdge: boolean;
  readonly note?: ReactNode;
}) {
  const { session, words, hasSoftEdge, note } = props;
  const open = useMixState(session, (state) => state.open);
  const history = useMixState(session, (state) => state.history);
  const tool = useMixState(session, (state) => state.tool);
  const brushSize = useMixState(session, (state) => state.brushSize);
  const hardness = useMixState(session, (state) => state.hardness);
  if (open === undefined || history === undefined) return null;
  const { strength, softEdge, strokes } = history.now;
  const isSoftEdgeFree =
    hasSoftEdge && Object.values(open.described.softSides).some((soft) => soft);
  return (
    <div className={classes['fields']}>
      <Percent
        label="Strength"
        value={strength}
        max={1}
        step={0.01}
        onChange={session.setStrength}
      />
      {isSoftEdgeFree && (
        <Percent
          label="Soft edge"
          value={softEdge}
          max={MIX_LIMITS.softEdge}
          step={0.005}
          onChange={session.setSoftEdge}
        />
      )}
      <div className={classes['tools']} role="group" aria-label="Brush">
        <Tool session={session} tool="hand" label="Move the view" now={tool}>
          <IconHandStop size={16} />
        </Tool>
        <Tool session={session} tool="paint" label={`${words.paint} (B)`} now={tool}>
          <IconBrush size={16} />
        </Tool>
        <Tool session={session} tool="erase" label={`${words.erase} (E)`} now={tool}>
          <IconEraser size={16} />
        </Tool>
        <IconButton
          label="Undo the change"
          tip="Undo"
          icon={<IconArrowBackUp size={16} />}
          variant="default"
          disabled={!canUndo(history)}
          onClick={session.undo}
        />
        <IconButton
          label="Redo the change"
          tip="Redo"
          icon={<IconArrowForwardUp size={16} />}
          variant="default"
          disabled={history.future.length === 0}
          onClick={session.redo}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={isInitial(history.now, open.described.initial)}
          onClick={session.reset}
        >
          Reset
        </Button>
      </div>
      {tool !== 'hand' && (
        <>
          <div>
            <Head label="Brush size" value={`${brushSize} px`} />
            <Slider
              label={null}
              thumbLabel="Brush size"
              min={0}
              max={100}
              step={0.5}
              value={sliderOfSize(brushSize)}
              onChange={(value) => session.setBrush({ brushSize: sizeOfSlider(value) })}
            />
          </div>
          <Percent
            label="Hardness"
            value={hardness}
            max={1}
            step={0.05}
            onChange={(value) => session.setBrush({ hardness: value })}
          />
        </>
      )}
      {note}
      {strokes.length > 0 && (
        <Text size="xs" c="dimmed">
          {strokes.length === 1 ? '1 stroke' : `${strokes.length} strokes`}
        </Text>
      )}
    </div>
  );
}

function Tool(props: {
  readonly session: MixSession;
  readonly tool: MixTool;
  readonly label: string;
  readonly now: MixTool;
  readonly children: ReactNode;
}) {
  const { session, tool, label, now, children } = props;
  return (
    <IconButton
      label={label}
      icon={children}
      variant={tool === now ? 'light' : 'default'}
      aria-pressed={tool === now}
      onClick={() => session.setTool(tool)}
    />
  );
}

function Head({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={classes['head']}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="sm" c="dimmed">
        {value}
      </Text>
    </div>
  );
}

function Percent(props: {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}) {
  const { label, value, max, step, onChange } = props;
  const percent = `${Number((value * 100).toFixed(1))} %`;
  return (
    <div>
      <Head label={label} value={percent} />
      <Slider
        label={null}
        thumbLabel={label}
        min={0}
        max={max}
        step={step}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
