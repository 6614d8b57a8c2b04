/** How large: by a factor or to a size, and the size that follows. */
import { Button, Group, NumberInput, Switch, Text } from '@mantine/core';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { ChoiceField } from '../../../base/ui/ChoiceField.tsx';
import type { FormProblems } from '../model/form.ts';
import { useUpscaleSession } from '../session/index.ts';
import { Forecast } from './Forecast.tsx';
import classes from './Form.module.css';

const FACTORS = [1.5, 2, 3, 4] as const;

export function SizeFields(props: {
  readonly form: UpscaleForm;
  readonly problems: FormProblems;
  readonly photo: Photo | undefined;
}) {
  const { form, problems, photo } = props;
  const session = useUpscaleSession();
  return (
    <div className={classes['size']}>
      <ChoiceField
        label="Size"
        hint={
          form.sizeMode === 'factor'
            ? 'Enlarges both sides by this factor.'
            : 'Enlarges until this size is covered.'
        }
        value={form.sizeMode}
        choices={[
          { value: 'factor', label: 'Factor' },
          { value: 'size', label: 'Pixels' },
        ]}
        onChange={(sizeMode) => session.change({ sizeMode })}
      />
      {form.sizeMode === 'factor' ? (
        <Group gap="2xs" wrap="nowrap" align="flex-end">
          <PositiveNumber
            label="Factor"
            value={form.factor}
            decimals={3}
            error={problems.factor}
            onChange={(factor) => session.change({ factor })}
          />
          <Group gap="2xs" wrap="nowrap" role="group" aria-label="Usual factors">
            {FACTORS.map((factor) => (
              <Button
                key={factor}
                variant={form.factor === factor ? 'filled' : 'default'}
                size="compact-sm"
                aria-pressed={form.factor === factor}
                onClick={() => session.change({ factor })}
              >
                {factor}×
              </Button>
            ))}
          </Group>
        </Group>
      ) : (
        <>
          <Group gap="2xs" wrap="nowrap" align="flex-end" grow>
            <PositiveNumber
              label="Width, px"
              value={form.width}
              decimals={0}
              error={problems.width}
              onChange={(width) => session.change({ width })}
            />
            <PositiveNumber
              label="Height, px"
              value={form.height}
              decimals={0}
              error={problems.height}
              onChange={(height) => session.change({ height })}
            />
          </Group>
          <Switch
            size="xs"
            label="Crop to exactly this size"
            checked={form.crop}
            onChange={(event) => session.change({ crop: event.currentTarget.checked })}
          />
        </>
      )}
      {photo === undefined ? (
        <Text size="xs" c="dimmed">
          Add a picture to see the size of the result.
        </Text>
      ) : (
        <Forecast form={form} photo={photo} />
      )}
    </div>
  );
}

function PositiveNumber(props: {
  readonly label: string;
  readonly value: number;
  readonly decimals: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}) {
  const { label, value, decimals, error, onChange } = props;
  return (
    <NumberInput
      size="xs"
      label={label}
      className={classes['number'] ?? ''}
      hideControls
      allowNegative={false}
      decimalScale={decimals}
      clampBehavior="none"
      value={value === 0 ? '' : value}
      error={error}
      onChange={(entered) => {
        const number = typeof entered === 'number' ? entered : Number.parseFloat(entered);
        onChange(Number.isFinite(number) ? number : 0);
      }}
    />
  );
}
