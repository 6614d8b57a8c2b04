import { Button, TagsInput, Text, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import {
  DEFAULT_UPSCALE_FORM,
  MAX_TRIED_UPSCALERS,
  type UpscaleForm,
} from '../../../../shared/contract/upscale-form.ts';
import {
  SECOND_UPSCALER,
  UPSCALE_PARAMETERS,
  UPSCALERS,
} from '../../../../shared/parameters/upscale-parameters.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Fold, Row, Section } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import { Presets } from '../../../core/ui/Presets.tsx';
import { PictureSlotField, usePictureSlotState } from '../../../viewer/slots/index.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { problemsOf, wantedSize, withSize } from '../model/form.ts';
import { describeExpiry, describeRestoration } from '../model/form-words.ts';
import { ThisResult } from '../result/ThisResult.tsx';
import { isFramingPart, useUpscale, useUpscaleSession } from '../session/index.ts';
import { SizeRows } from './SizeRows.tsx';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { count } from '../../../core/ui/format.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { UPSCALE } from '../upscale-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import { triesObstacle, TRY_SIDE } from '../model/try-part.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { expectedUpscale, problemOfSize } from '../../../../shared/geometry/upscale-size.ts';
import {
  describeAll,
  describeArea,
  describeEdges,
  describePixels,
  describeRequestedSize,
} from '../model/size-words.ts';
import { useSendable, useUpscaleMeasures } from './use-sendable.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { RunSendBar } from '../../../features/runs/RunSendBar.tsx';
import { SmallNote, SmallStatus } from '../../../core/ui/variants.ts';

function SendBar() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const isSending = useUpscale((state) => state.isSending);
  const error = useUpscale((state) => state.error);
  const isTrying = useUpscale(isFramingPart);
  const form = useUpscale((state) => state.form);
  const measures = useUpscaleMeasures();
  const { ready, leftOut, obstacle } = useSendable();
  const unshown = useUnshown();
  const common = {
    keys: UPSCALE.send,
    runs: session.runs,
    kind: 'upscale',
    error,
    isSending,
  } as const;
  if (isTrying) {
    const tries = form.triedUpscalers.length;
    return (
      <RunSendBar
        {...common}
        calls={Math.max(1, tries)}
        obstacle={photo && triesObstacle(form, photo, unshown)}
        onSend={() => void session.tryUpscalers()}
      >
        Try {count(tries, 'upscaler')}
      </RunSendBar>
    );
  }
  const [only] = ready;
  const size =
    ready.length === 1 && only !== undefined && obstacle === undefined
      ? expectedUpscale(only, wantedSize(form), measures).size
      : undefined;
  return (
    <RunSendBar
      {...common}
      calls={Math.max(1, ready.length)}
      obstacle={obstacle}
      onSend={() => void session.send(ready.map(({ id }) => id))}
      note={
        obstacle === undefined &&
        leftOut.length > 0 && (
          <SmallStatus>
            {count(leftOut.length, 'picture')} left out: the size can’t be made, or the picture
            can’t be shown.
          </SmallStatus>
        )
      }
    >
      {ready.length > 1
        ? `Upscale ${count(ready.length, 'picture')}`
        : size === undefined
          ? 'Upscale'
          : `Upscale to ${size.width} × ${size.height}`}
    </RunSendBar>
  );
}

function ResultRow({ form, photo }: { readonly form: UpscaleForm; readonly photo: Size }) {
  const session = useUpscaleSession();
  const measures = useUpscaleMeasures();
  const { ready } = useSendable();
  const { factor, width, height } = problemsOf(form);
  if (factor !== undefined || width !== undefined || height !== undefined) return null;
  const wanted = wantedSize(form);
  const expected = expectedUpscale(photo, wanted, measures);
  const problem = problemOfSize(photo, wanted, expected.rule);
  if (problem !== undefined) {
    return (
      <Row label="Result" error={problem.message}>
        {() => (
          <Button onClick={() => session.change(withSize(form, problem.nearest))}>
            Use {describeRequestedSize(problem.nearest)}
          </Button>
        )}
      </Row>
    );
  }
  const source = expected.isMeasured ? 'Like your last ones.' : 'Expected.';
  const edges = describeEdges(expected);
  return (
    <Row label="Result" help={`${describeArea(expected.size).join(', ')}. ${source}`}>
      {({ labelId, helpId }) => (
        <Text
          component="div"
          fw={500}
          className={shared['numbers'] ?? ''}
          role="status"
          aria-labelledby={labelId}
          aria-describedby={helpId}
        >
          {describePixels(expected.size)}
          {ready.length > 1 && (
            <SmallNote>
              {describeAll(ready.map((each) => expectedUpscale(each, wanted, measures).size))}
            </SmallNote>
          )}
          {edges !== undefined && <SmallNote>{edges}</SmallNote>}
        </Text>
      )}
    </Row>
  );
}

export const UpscaleInspector = memo(function UpscaleInspector() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const form = useUpscale((state) => state.form);
  const presets = useSetting('upscalePresets');
  const update = useUpdateSettings();
  const problems = useMemo(() => problemsOf(form), [form]);
  const fields = { form, problems, onChange: session.change };
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
          onKeep={(upscalePresets) => update({ upscalePresets })}
          onUse={session.change}
          onReset={() => session.change(DEFAULT_UPSCALE_FORM)}
        />
      }
      footer={<SendBar />}
    >
      <Section>
        <PictureSlotField
          slot={session.slot}
          name="Picture"
          nothing="No picture"
          hint="Drop pictures to upscale them"
          onShow={() => session.open(undefined)}
          intercept={async (files) => {
            if (files.length < 2) return false;
            await session.pictures.add(files);
            return true;
          }}
          actions={
            <IconButton
              label="Add pictures…"
              icon={<IconPlus size={16} />}
              onClick={() =>
                pickFiles((files) => void session.pictures.add(files), undefined, true)
              }
            />
          }
        />
        <PictureStrip />
      </Section>
      <TryFields />
      <Section>
        <SizeRows form={form} problems={problems} />
        {photo !== undefined && <ResultRow form={form} photo={photo} />}
        <ParameterFields {...fields} table={UPSCALE_PARAMETERS} names={['upscaler']} />
        <ParameterFields
          {...fields}
          table={SECOND_UPSCALER}
          names={form.secondUpscaler.trim() === '' ? ['name'] : ['name', 'visibility']}
        />
      </Section>
      <Fold title="Restore faces" summary={describeRestoration(form)}>
        <ParameterFields
          {...fields}
          table={UPSCALE_PARAMETERS}
          names={['gfpganVisibility', 'codeformerVisibility', 'codeformerWeight']}
        />
      </Fold>
      <Fold title="Advanced" summary={describeExpiry(form)}>
        <ParameterFields {...fields} table={UPSCALE_PARAMETERS} names={['resultTtlSeconds']} />
      </Fold>
      <ThisResult />
    </Inspector>
  );
});

function TryFields() {
  const { nameWithKeys } = useKeyNames();
  const session = useUpscaleSession();
  const isTrying = useUpscale(isFramingPart);
  const tried = useUpscale((state) => state.form.triedUpscalers);
  if (!isTrying) return null;
  return (
    <Section
      title="Try on a part"
      actions={
        <IconButton
          label="Stop trying"
          tip={nameWithKeys('Stop trying', UPSCALE.try)}
          icon={<IconX size={16} />}
          size="sm"
          onClick={() => session.setTryPart(undefined)}
        />
      }
    >
      <Row
        label="Upscalers"
        help={`The part in the box, ${TRY_SIDE} × ${TRY_SIDE} px at most, is sent once for each.`}
      >
        {({ id, helpId }) => (
          <TagsInput
            id={id}
            aria-describedby={helpId}
            placeholder={tried.length < MAX_TRIED_UPSCALERS ? 'Add an upscaler' : ''}
            data={[...UPSCALERS]}
            maxTags={MAX_TRIED_UPSCALERS}
            value={[...tried]}
            onChange={(triedUpscalers) => session.change({ triedUpscalers })}
          />
        )}
      </Row>
    </Section>
  );
}

function PictureStrip() {
  const session = useUpscaleSession();
  const photos = useUpscale((state) => state.photos);
  const { photo: shown } = usePictureSlotState(session.slot);
  if (photos.length < 2) return null;
  return (
    <>
      <SmallNote>{count(photos.length, 'picture')}</SmallNote>
      <ul className={shared['tiles']} aria-label="Pictures">
        {photos.map((photo) => (
          <li key={photo.id}>
            <UnstyledButton
              className={shared['tile'] ?? ''}
              aria-label={`Show ${photo.name}`}
              aria-current={photo.id === shown?.id || undefined}
              data-tip={photo.name}
              onClick={() => session.pictures.show(photo)}
            >
              <img src={photoThumbnailUrl(photo.id, '')} alt="" loading="lazy" />
            </UnstyledButton>
            <IconButton
              label={`Remove ${photo.name} from the form`}
              tip="Remove from the form"
              icon={<IconX size={16} />}
              size="sm"
              variant="default"
              onClick={() => session.pictures.remove(photo.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
