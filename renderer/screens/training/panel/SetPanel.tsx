/** The whole set: findings of the check, conversions, uploads at once, asset ids. */
import {
  Button,
  Group,
  Menu,
  NumberInput,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { TRAINING_MARKS, type TrainingSummary } from '../../../../shared/contract/training.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { count } from '../../../base/ui/format.ts';
import { CONVERTIBLE_MARKS, markWords } from '../model/words.ts';
import { ConvertMenu } from './ConvertMenu.tsx';
import classes from '../Training.module.css';
import { useTraining, useTrainingSession } from '../session/screen.ts';
import { ALL_CONVERTIBLE, ALL_LISTED, readyWith } from '../model/selections.ts';

/** Findings that a converted copy does not have; transparency only where it becomes white. */
const CLEAR = CONVERTIBLE_MARKS;
const TURNED = CONVERTIBLE_MARKS.filter((mark) => mark !== 'alpha');

export function SetPanel({ summary }: { readonly summary: TrainingSummary }) {
  const session = useTrainingSession();
  const { counts } = summary;
  const skipped = counts.skipped + counts.duplicate + counts.convertible + counts.failed;
  return (
    <>
      <Findings summary={summary} />
      {counts.convertible > 0 && (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            {count(counts.convertible, 'file')} of another kind. The service takes PNG, WebP and
            JPEG.
          </Text>
          <ConvertMenu
            label={`Convert ${count(counts.convertible, 'file')}…`}
            keeping={[ALL_CONVERTIBLE]}
          />
        </Stack>
      )}
      {counts.failed > 0 && (
        <Button onClick={() => void session.retryFailed(ALL_LISTED)}>
          Retry {count(counts.failed, 'failed file')}
        </Button>
      )}
      <Stack gap="xs" component="section" aria-label="Asset IDs">
        <Title order={3} size="sm">
          Asset IDs
        </Title>
        <Group gap="xs">
          <Button disabled={counts.done === 0} onClick={() => void session.copyIds(ALL_LISTED)}>
            Copy all
          </Button>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button disabled={counts.done === 0 && skipped === 0}>Save list…</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                disabled={counts.done === 0}
                onClick={() => void session.save('assets-csv')}
              >
                Asset IDs as CSV
              </Menu.Item>
              <Menu.Item
                disabled={counts.done === 0}
                onClick={() => void session.save('assets-json')}
              >
                Asset IDs as JSON
              </Menu.Item>
              <Menu.Item disabled={skipped === 0} onClick={() => void session.save('skipped-csv')}>
                Files that were not uploaded, with reasons
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Stack>
      <SettingField name="trainingUploads" label="Uploads at once" most={16} />
    </>
  );
}

function Findings({ summary }: { readonly summary: TrainingSummary }) {
  const session = useTrainingSession();
  const current = useTraining((state) => state.view.mark);
  const found = TRAINING_MARKS.filter((mark) => summary.marks[mark] > 0 || mark === current);
  const keepsCameraData = useSetting('trainingKeepsCameraData');
  const { counts } = summary;
  const left = counts.duplicate + counts.skipped;
  return (
    <Stack gap="3xs" component="section" aria-label="Check">
      <Title order={3} size="sm">
        Check
      </Title>
      {counts.checking > 0 && (
        <Text size="sm" c="dimmed">
          Checking {count(counts.checking, 'file')}…
        </Text>
      )}
      {found.length === 0 && counts.checking === 0 && (
        <Text size="sm" c="dimmed">
          {left === 0
            ? 'Nothing unusual found.'
            : `${count(left, 'file')} won’t be uploaded; the rows say why. Nothing unusual in the others.`}
        </Text>
      )}
      {found.map((mark) => (
        <UnstyledButton
          key={mark}
          className={classes['finding']}
          aria-pressed={mark === current}
          onClick={() => session.setView({ mark: mark === current ? undefined : mark })}
        >
          {markWords(mark, keepsCameraData).long}
          <span className={classes['count']}>{summary.marks[mark]}</span>
        </UnstyledButton>
      ))}
      {CONVERTIBLE_MARKS.some((mark) => summary.marks[mark] > 0) && counts.ready > 0 && (
        <Group gap="xs" py="2xs">
          <ConvertMenu label="Fix all…" keeping={readyWith(TURNED)} flattening={readyWith(CLEAR)} />
        </Group>
      )}
      <SettingField name="trainingLeastSide" label="Smallest side, px" most={10_000} />
    </Stack>
  );
}

function SettingField(props: {
  readonly name: 'trainingUploads' | 'trainingLeastSide';
  readonly label: string;
  readonly most: number;
}) {
  const { name, label, most } = props;
  const current = useSetting(name);
  const update = useUpdateSettings();
  return (
    <NumberInput
      size="xs"
      w={140}
      label={label}
      min={1}
      max={most}
      allowDecimal={false}
      clampBehavior="strict"
      value={current}
      onChange={(value) => {
        if (typeof value === 'number' && value >= 1) update({ [name]: value });
      }}
    />
  );
}
