import { Button, Group, Menu, UnstyledButton } from '@mantine/core';
import { Section } from '../../../core/ui/Form.tsx';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import {
  TRAINING_MARKS,
  type TrainingSelection,
  type TrainingSummary,
} from '../../../../shared/contract/training.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { count } from '../../../core/ui/format.ts';
import { CONVERTIBLE_MARKS, markWords, mayHaveAssets, notUploaded } from '../model/words.ts';
import shared from '../../../core/ui/shared.module.css';
import { useTraining, training } from '../session/use-training.ts';
import { ALL_CONVERTIBLE, ALL_LISTED, readyWith } from '../model/selections.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

/**
 * A file in several selections is converted once.
 * @param props.flattening when transparency becomes white; like `keeping` unless given
 */
export function ConvertMenu(props: {
  readonly label: string;
  readonly keeping: readonly TrainingSelection[];
  readonly flattening?: readonly TrainingSelection[];
}) {
  const { label, keeping, flattening = keeping } = props;
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <Button>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void training.convert(keeping, false)}>
          Keep transparency
        </Menu.Item>
        <Menu.Item onClick={() => void training.convert(flattening, true)}>
          Make transparent parts white
        </Menu.Item>
        <Menu.Divider />
        <SmallNote px="sm" pb="xs">
          Gesso writes copies for the upload: upright, sRGB, 8 bits, first frame only. A JPEG
          becomes a JPEG (quality 95), anything else a PNG. Your files don’t change.
        </SmallNote>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Transparency only if it becomes white. */
const CLEAR = CONVERTIBLE_MARKS;
const TURNED = CONVERTIBLE_MARKS.filter((mark) => mark !== 'alpha');

export function SetPanel(props: { readonly summary: TrainingSummary; readonly isEmpty: boolean }) {
  const { summary, isEmpty } = props;
  const { counts } = summary;
  const skipped = notUploaded(counts);
  const hasNoAssets = !mayHaveAssets(counts);
  return (
    <>
      {!isEmpty && (
        <>
          <Findings summary={summary} />
          <Section title="Asset IDs">
            <Group gap="xs">
              <Button disabled={hasNoAssets} onClick={() => void training.copyIds(ALL_LISTED)}>
                Copy all
              </Button>
              <Menu position="bottom-start">
                <Menu.Target>
                  <Button disabled={hasNoAssets && skipped === 0}>Save list…</Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    disabled={hasNoAssets}
                    onClick={() => void training.save('assets-csv')}
                  >
                    Asset IDs as CSV
                  </Menu.Item>
                  <Menu.Item
                    disabled={hasNoAssets}
                    onClick={() => void training.save('assets-json')}
                  >
                    Asset IDs as JSON
                  </Menu.Item>
                  <Menu.Item
                    disabled={skipped === 0}
                    onClick={() => void training.save('skipped-csv')}
                  >
                    Files that were not uploaded, with reasons
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Group>
          </Section>
        </>
      )}
      <Section title="Limits">
        <SettingField
          name="trainingLeastSide"
          label="Smallest side"
          unit="px"
          hint="Pictures with a smaller side are listed in the check."
          most={10_000}
        />
        <SettingField
          name="trainingUploads"
          label="At once"
          unit="uploads"
          hint="Files that are uploaded at the same time."
          most={16}
        />
      </Section>
    </>
  );
}

function Findings({ summary }: { readonly summary: TrainingSummary }) {
  const current = useTraining((state) => state.view.mark);
  const found = TRAINING_MARKS.filter((mark) => summary.marks[mark] > 0 || mark === current);
  const keepsCameraData = useSetting('trainingKeepsCameraData');
  const { counts } = summary;
  const left = counts.duplicate + counts.skipped;
  return (
    <Section title="Check">
      {counts.checking > 0 && <SmallNote>Checking {count(counts.checking, 'file')}…</SmallNote>}
      {found.length === 0 && counts.checking === 0 && (
        <SmallNote>
          {left === 0
            ? 'Nothing unusual found.'
            : `${count(left, 'file')} won’t be uploaded; the rows say why. Nothing unusual in the others.`}
        </SmallNote>
      )}
      {found.map((mark) => (
        <Group
          key={mark}
          component={UnstyledButton}
          className={`${shared['press']} ${shared['numbers']}`}
          gap="xs"
          justify="space-between"
          wrap="nowrap"
          px="xs"
          py="2xs"
          fz="xs"
          lh="xs"
          aria-pressed={mark === current}
          onClick={() => training.setView({ mark: mark === current ? undefined : mark })}
        >
          {markWords(mark, keepsCameraData).long}
          <span>{summary.marks[mark]}</span>
        </Group>
      ))}
      <Group gap="xs">
        {CONVERTIBLE_MARKS.some((mark) => summary.marks[mark] > 0) && counts.ready > 0 && (
          <ConvertMenu label="Fix all…" keeping={readyWith(TURNED)} flattening={readyWith(CLEAR)} />
        )}
        {counts.convertible > 0 && (
          <ConvertMenu
            label={`Convert ${count(counts.convertible, 'file')}…`}
            keeping={[ALL_CONVERTIBLE]}
          />
        )}
        {counts.failed > 0 && (
          <Button onClick={() => void training.retryFailed(ALL_LISTED)}>
            Retry {count(counts.failed, 'failed file')}
          </Button>
        )}
      </Group>
    </Section>
  );
}

function SettingField(props: {
  readonly name: 'trainingUploads' | 'trainingLeastSide';
  readonly label: string;
  readonly unit: string;
  readonly hint: string;
  readonly most: number;
}) {
  const { name, most, ...field } = props;
  const current = useSetting(name);
  const update = useUpdateSettings();
  return (
    <NumberField
      {...field}
      hasSlider={false}
      range={{ min: 1, max: most }}
      usual={undefined}
      value={current}
      onChange={(value) => {
        if (value !== null && value >= 1 && value <= most) update({ [name]: value });
      }}
    />
  );
}
