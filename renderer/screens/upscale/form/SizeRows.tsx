import { Menu, NumberInput, UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import {
  UPSCALE_BY_FACTOR,
  UPSCALE_TO_SIZE,
} from '../../../../shared/parameters/upscale-parameters.ts';
import { Row } from '../../../core/ui/Form.tsx';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import type { FormProblems } from '../model/form.ts';
import { useUpscaleSession } from '../session/index.ts';
import { Segments } from '../../../core/ui/Segments.tsx';

const FACTORS = ['1.5', '2', '3', '4'] as const;

export function SizeRows(props: { readonly form: UpscaleForm; readonly problems: FormProblems }) {
  const { form, problems } = props;
  const session = useUpscaleSession();
  if (form.sizeMode === 'factor') {
    return (
      <Row label="Size" help={UPSCALE_BY_FACTOR.factor.hint} error={problems.factor}>
        {({ id, helpId }) => (
          <>
            <Segments
              isTight // a number stands next to them
              flex="1 0 auto"
              aria-label="Usual factors"
              data={FACTORS.map((value) => ({ value, label: `${value}×` }))}
              value={String(form.factor)}
              onChange={(value) => session.change({ factor: Number(value) })}
            />
            <Positive
              id={id}
              label={UPSCALE_BY_FACTOR.factor.label}
              helpId={helpId}
              value={form.factor}
              decimals={3}
              isWrong={problems.factor !== undefined}
              unit={<Unit mode="factor" />}
              onChange={(factor) => session.change({ factor })}
            />
          </>
        )}
      </Row>
    );
  }
  return (
    <>
      <Row label="Size" help={UPSCALE_TO_SIZE.width.hint} error={problems.width ?? problems.height}>
        {({ id, helpId }) => (
          <>
            <Positive
              id={id}
              label={UPSCALE_TO_SIZE.width.label}
              helpId={helpId}
              value={form.width}
              decimals={0}
              isWrong={problems.width !== undefined}
              onChange={(width) => session.change({ width })}
            />
            ×
            <Positive
              label={UPSCALE_TO_SIZE.height.label}
              helpId={helpId}
              value={form.height}
              decimals={0}
              isWrong={problems.height !== undefined}
              unit={<Unit mode="size" />}
              onChange={(height) => session.change({ height })}
            />
          </>
        )}
      </Row>
      <ParameterFields
        table={UPSCALE_TO_SIZE}
        names={['crop']}
        form={form}
        onChange={session.change}
      />
    </>
  );
}

const UNITS = [
  { mode: 'factor', sign: '×', label: 'Factor' },
  { mode: 'size', sign: 'px', label: 'Pixels' },
] as const;

function Unit({ mode }: { readonly mode: UpscaleForm['sizeMode'] }) {
  const session = useUpscaleSession();
  const unit = UNITS.find((each) => each.mode === mode);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          miw="var(--gesso-control-sm)"
          h="var(--gesso-control-sm)"
          fz="xs"
          c="dimmed"
          ta="center"
          aria-label={`Unit: ${unit?.label ?? ''}`}
        >
          {unit?.sign}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={mode}
          onChange={(next) => session.change({ sizeMode: next === 'size' ? 'size' : 'factor' })}
        >
          {UNITS.map((each) => (
            <Menu.RadioItem key={each.mode} value={each.mode} closeMenuOnClick>
              {each.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

const BESIDE_FACTORS = {
  flex: '1 1 var(--gesso-control-lg)',
  miw: 'var(--gesso-control-lg)',
  maw: 'var(--gesso-rail)',
} as const;

function Positive(props: {
  readonly id?: string;
  readonly label: string;
  readonly helpId: string | undefined;
  readonly value: number;
  readonly decimals: number;
  readonly isWrong: boolean;
  readonly unit?: ReactNode;
  readonly onChange: (value: number) => void;
}) {
  const { id, label, helpId, value, decimals, isWrong, unit, onChange } = props;
  const [timesLeftBlank, setTimesLeftBlank] = useState(0);
  return (
    <NumberInput
      key={timesLeftBlank} // shows the last value again
      {...(id === undefined ? {} : { id })}
      {...(decimals > 0 && BESIDE_FACTORS)}
      aria-label={label}
      aria-describedby={helpId}
      hideControls
      allowNegative={false}
      decimalScale={decimals}
      clampBehavior="none"
      value={value}
      error={isWrong}
      rightSectionWidth="auto"
      rightSection={unit}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value === '') setTimesLeftBlank(timesLeftBlank + 1);
      }}
      onChange={(entered) => {
        const number = typeof entered === 'number' ? entered : Number.parseFloat(entered);
        if (Number.isFinite(number)) onChange(number);
      }}
    />
  );
}
