/** Opacity and soft edge of the judged result: by slider, typed, and the way back. */
import { Button, Slider, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { MOST_FEATHER, UNMIXED } from '../../../../shared/mix/patch-weights.ts';
import { TypedValue } from '../../../base/ui/TypedValue.tsx';
import { amountOfText } from '../model/typed-values.ts';
import { type PatchMixing, useMixing, useStudioSession } from '../session/index.ts';
import classes from './JudgingBar.module.css';

export function MixForm({ patch }: { readonly patch: Patch }) {
  const gate = useStudioSession()?.mixing;
  const { id } = patch;
  const mix = useMixing(({ open }) => (open?.patchId === id ? open.mix : undefined));
  useEffect(() => gate?.use(id), [gate, id]);
  const { opacity, feather } = mix ?? patch.mix ?? UNMIXED;
  const strokes = mix?.strokes.length ?? patch.mix?.strokes ?? 0;
  const isUnmixed = opacity === 1 && feather === 0 && strokes === 0;
  const act = (action: (mixing: PatchMixing) => void): void => gate?.use(id, action);
  const end = (): void => act((mixing) => mixing.endChange());
  return (
    <div className={classes['mix']} role="group" aria-label="Opacity and feather">
      <Amount
        label="Opacity"
        value={opacity * 100}
        unit="%"
        max={100}
        onChange={(value) => act((mixing) => mixing.change({ opacity: value / 100 }))}
        onEnd={end}
      />
      <Amount
        label="Feather"
        value={feather}
        unit="px"
        max={mostFeather(patch)}
        onChange={(value) => act((mixing) => mixing.change({ feather: value }))}
        onEnd={end}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={isUnmixed}
        onClick={() => act((mixing) => mixing.reset())}
      >
        Reset
      </Button>
    </div>
  );
}

/** A wider soft edge would leave nothing of the result. */
function mostFeather({ rect, mix }: Patch): number {
  const inside = Math.ceil(Math.min(rect.width, rect.height) / 2);
  return Math.min(MOST_FEATHER, Math.max(1, inside, mix?.feather ?? 0));
}

function Amount(props: {
  readonly label: string;
  readonly value: number;
  readonly unit: '%' | 'px';
  readonly max: number;
  readonly onChange: (value: number) => void;
  readonly onEnd: () => void;
}) {
  const { label, unit, max, onChange, onEnd } = props;
  const value = Math.round(props.value);
  return (
    <div className={classes['amount']}>
      <Text size="xs">{label}</Text>
      <Slider
        w={90}
        label={null}
        thumbLabel={`${label}, ${unit === '%' ? 'percent' : 'photo pixels'}`}
        min={0}
        max={max}
        step={1}
        value={value}
        onChange={onChange}
        onChangeEnd={onEnd}
      />
      <TypedValue
        label={unit === '%' ? `${label} in percent` : `${label} in photo pixels`}
        value={`${value} ${unit}`}
        width={6}
        onEnter={(text) => {
          const amount = amountOfText(text);
          if (amount === undefined) return false;
          onChange(Math.min(max, Math.round(amount)));
          onEnd();
          return true;
        }}
      />
    </div>
  );
}
