import { Autocomplete, Button, TextInput } from '@mantine/core';
import { IconCrop, IconDice5, IconLock, IconLockOpen, IconX } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import {
  REFERENCE_STEPS,
  VIDEO_LIMITS,
  VIDEO_PARAMETERS,
  WEBHOOK,
  WEBHOOK_TEST,
} from '../../../../shared/parameters/video-parameters.ts';
import { DEFAULT_VIDEO_FORM, type VideoForm } from '../../../../shared/contract/video-form.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Fold, Row, Section, SwitchRow } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { Presets } from '../../../core/ui/Presets.tsx';
import { PictureSlotField, usePictureSlotState } from '../../../viewer/slots/index.ts';
import { useOwnFiles } from '../commands/use-own-files.ts';
import { problemsOf, randomSeed, type FormProblems } from '../model/form.ts';
import { useFramePlan, useMeasures } from '../picture/use-frame-plan.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { FitFields } from './FitFields.tsx';
import { SweepFold } from './SweepFields.tsx';
import { describeLength, expectedLength } from '../model/video-measures.ts';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import { useNow } from '../../../core/ui/use-now.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { RunSendBar } from '../../../features/runs/RunSendBar.tsx';
import { count } from '../../../core/ui/format.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { sendObstacle } from '../model/obstacle.ts';
import { describeStart } from '../../../features/jobs/time-left.ts';
import { nextSendTimes } from '../model/send-times.ts';
import { VIDEO } from '../commands/video-commands.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

/** Decimal text, because a seed may be longer than a number holds exactly. */
function SeedField(props: { readonly form: VideoForm; readonly problem: string | undefined }) {
  const { form, problem } = props;
  const { seed, isSeedLocked } = form;
  const session = useVideoSession();
  const lockLabel = isSeedLocked ? 'Use a new seed after each clip' : 'Keep this seed';
  return (
    <Row label={VIDEO_PARAMETERS.seed.label} help={VIDEO_PARAMETERS.seed.hint} error={problem}>
      {({ id, helpId }) => (
        <>
          <TextInput
            id={id}
            inputMode="numeric"
            placeholder="Auto"
            autoComplete="off"
            spellCheck={false}
            value={seed ?? ''}
            error={problem !== undefined}
            aria-describedby={helpId}
            rightSectionWidth="auto"
            rightSection={
              seed === null ? undefined : (
                <IconButton
                  label="Unset Seed"
                  tip="Back to Auto"
                  icon={<IconX size={16} />}
                  size="sm"
                  onClick={() => session.change({ seed: null })}
                />
              )
            }
            onChange={(event) => {
              const text = event.currentTarget.value.trim();
              session.change({ seed: text === '' ? null : text });
            }}
          />
          <IconButton
            label="New random seed"
            icon={<IconDice5 size={16} />}
            size="md"
            onClick={() => session.change({ seed: randomSeed() })}
          />
          <IconButton
            label="Keep this seed"
            tip={lockLabel}
            icon={isSeedLocked ? <IconLock size={16} /> : <IconLockOpen size={16} />}
            size="md"
            aria-pressed={isSeedLocked}
            disabled={seed === null}
            onClick={() => session.change({ isSeedLocked: !isSeedLocked })}
          />
        </>
      )}
    </Row>
  );
}

function SendBar() {
  const session = useVideoSession();
  const { photo, isOpening } = usePictureSlotState(session.slot);
  const sweep = useVideo((state) => state.sweep);
  const isSending = useVideo((state) => state.isSending);
  const form = useVideo((state) => state.form);
  const error = useVideo((state) => state.error);
  const unshown = useUnshown();
  const measures = useMeasures();
  const calls = sweep?.values.length ?? 1;
  return (
    <RunSendBar
      keys={VIDEO.send}
      runs={session.runs}
      kind="video"
      calls={calls}
      facts={describeLength(expectedLength(form.model, form.interpolation ?? false, measures))}
      error={error}
      obstacle={sendObstacle(photo, form, sweep, unshown)}
      isSending={isSending}
      isQuiet={isOpening}
      onSend={() => void session.send()}
      note={<SendTimes calls={calls} />}
    >
      {calls === 1 ? 'Make clip' : `Make ${count(calls, 'clip')}`}
    </RunSendBar>
  );
}

/** Counts by itself while something waits. */
function SendTimes({ calls }: { readonly calls: number }) {
  const connection = useActiveConnection();
  const videoCallsPerMinute = useSetting('videoCallsPerMinute');
  const jobs = useJobs((state) => state.jobs);
  const now = useNow(1000);
  if (connection === undefined) return null;
  const starts = nextSendTimes(jobs.values(), connection.id, videoCallsPerMinute, calls, now);
  const [first = now] = starts;
  const last = starts.at(-1) ?? first;
  const lastWord = describeStart(last, now);
  const firstWord = describeStart(first, now);
  if (last <= now) return null;
  return (
    <SmallNote>
      Sends {firstWord}
      {lastWord !== firstWord && `, the last one ${lastWord}`} (at most {videoCallsPerMinute} a
      minute).
    </SmallNote>
  );
}

const { enabled, returnTaskStatus } = WEBHOOK_TEST;

function AdvancedFields(props: { readonly form: VideoForm; readonly problems: FormProblems }) {
  const { form, problems } = props;
  const session = useVideoSession();
  const fields = { form, problems, onChange: session.change };
  const hasWebhook = form.webhookUrl.trim() !== '';
  return (
    <>
      <ParameterFields
        {...fields}
        table={VIDEO_PARAMETERS}
        names={['frameInterpolation', 'responseVideoType']}
      />
      <ParameterFields {...fields} table={WEBHOOK} names={['url']} />
      <SwitchRow
        label={enabled.label}
        help={enabled.hint}
        checked={form.isWebhookTest}
        disabled={!hasWebhook}
        onChange={(isWebhookTest) => session.change({ isWebhookTest })}
      />
      <Row
        label={returnTaskStatus.label}
        help={returnTaskStatus.hint}
        error={problems.webhookTestStatus}
      >
        {({ id, helpId }) => (
          <Autocomplete
            id={id}
            aria-describedby={helpId}
            data={[...returnTaskStatus.suggestions]}
            disabled={!hasWebhook || !form.isWebhookTest}
            value={form.webhookTestStatus}
            error={problems.webhookTestStatus !== undefined}
            onChange={(webhookTestStatus) => session.change({ webhookTestStatus })}
          />
        )}
      </Row>
    </>
  );
}

/** Unset fields look unset and are not sent. */
function ClipFields(props: { readonly form: VideoForm; readonly problems: FormProblems }) {
  const { form, problems } = props;
  const session = useVideoSession();
  const measures = useMeasures();
  const length = useMemo(
    () => describeLength(expectedLength(form.model, form.interpolation ?? false, measures)),
    [form.model, form.interpolation, measures],
  );
  const { model, steps, motionBucketId, condAug } = VIDEO_PARAMETERS;
  const table = {
    ...VIDEO_PARAMETERS,
    model: {
      ...model,
      hint: `${length ?? ''} ${model.hint} The frames follow from the model.`,
    },
    steps: {
      ...steps,
      hint: `${steps.hint} The model’s authors use ${REFERENCE_STEPS[form.model]}.`,
    },
    motionBucketId: {
      ...motionBucketId,
      hint: `${motionBucketId.hint} The effect depends on the seed: try a sweep.`,
    },
    condAug: { ...condAug, hint: `Noise added to the picture. ${condAug.hint}` },
  };
  return (
    <>
      <ParameterFields
        table={table}
        names={['model', 'steps', 'motionBucketId', 'condAug']}
        form={form}
        problems={problems}
        onChange={session.change}
      />
      <SeedField form={form} problem={problems.seed} />
    </>
  );
}

export const VideoInspector = memo(function VideoInspector() {
  const session = useVideoSession();
  const form = useVideo((state) => state.form);
  const presets = useSetting('videoPresets');
  const update = useUpdateSettings();
  const problems = useMemo(() => problemsOf(form), [form]);
  const takeOwnFile = useOwnFiles();
  const showPicture = (): void => session.store.setState({ isPictureLarge: true });
  return (
    <Inspector
      label="Settings"
      title="Settings"
      head={
        <Presets
          presets={presets}
          form={form}
          noun="settings"
          resetLabel="Reset settings"
          onKeep={(videoPresets) => update({ videoPresets })}
          onUse={session.change}
          onReset={() => session.change(DEFAULT_VIDEO_FORM)}
        />
      }
      footer={<SendBar />}
    >
      <Section>
        <PictureSlotField
          slot={session.slot}
          name="Picture"
          nothing="No picture"
          hint="Drop a picture here"
          intercept={takeOwnFile}
          onShow={showPicture}
          actions={
            <IconButton
              label="Crop"
              tip="Crop: move the frame on the picture"
              icon={<IconCrop size={16} />}
              onClick={() => {
                session.change({ padding: null, resizeMode: 'CROP_TO_ASPECT_RATIO' });
                showPicture();
              }}
            />
          }
        >
          <FullSizeButton />
        </PictureSlotField>
        <FitFields form={form} />
      </Section>
      <Section>
        <ClipFields form={form} problems={problems} />
      </Section>
      <SweepFold />
      <Fold title="Advanced" summary={advancedInWords(form)}>
        <AdvancedFields form={form} problems={problems} />
      </Fold>
    </Inspector>
  );
});

function FullSizeButton() {
  const { store } = useVideoSession();
  const plan = useFramePlan();
  const isAskedFor = useVideo((state) => state.maxSide !== undefined);
  if (!isAskedFor || plan === undefined || plan.preparation.padding !== undefined) return null;
  return (
    <div>
      <Button size="xs" onClick={() => store.setState({ maxSide: undefined })}>
        Don’t reduce
      </Button>
    </div>
  );
}

function advancedInWords({ responseType, interpolation, webhookUrl }: VideoForm): string {
  return [
    (responseType ?? 'mp4').toUpperCase(),
    `${VIDEO_LIMITS[interpolation === true ? 'interpolatedFramesPerSecond' : 'framesPerSecond']} frames a second`,
    ...(webhookUrl.trim() === '' ? [] : ['webhook']),
  ].join(', ');
}
