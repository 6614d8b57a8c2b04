import { Button, Text } from '@mantine/core';
import {
  IconBrush,
  IconChevronLeft,
  IconChevronRight,
  IconEraser,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { MOST_FEATHER, UNBLENDED } from '../../../../shared/blend/patch-weights.ts';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import { Row, Section } from '../../../core/ui/Form.tsx';
import { runAgainLabel } from '../../../features/jobs/job-words.ts';
import { canRunAgain, resultName } from '../model/result-name.ts';
import { isBlendable } from '../model/studio-store.ts';
import { shownEdit } from '../model/results-state.ts';
import { variantsOf } from '../model/variants.ts';
import { BarButton } from '../options/BarButton.tsx';
import { type OpenBlend, useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import { useCallsOfResult } from './use-calls-of-result.ts';
import { RESULTS } from '../commands/studio-commands.ts';

export function ThisEdit() {
  const patch = useStudio(shownEdit);
  if (patch === undefined) return null;
  return <Edit key={patch.id} patch={patch} />;
}

function Edit({ patch }: { readonly patch: Patch }) {
  const session = useStudioSession();
  const name = resultName(patch);
  const section = useRef<HTMLDivElement>(null);
  const judging = useStudio((state) => state.results.judging);
  // its command was used, so move the focus here
  useEffect(() => {
    if (judging !== 'blend') return;
    section.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
    session?.review.toggleJudging('blend', false);
  }, [judging, session]);
  return (
    <Section
      title={name}
      actions={
        <>
          {canRunAgain(patch) && <RunAgain patch={patch} />}
          <BarButton
            label={`Delete ${name}`}
            icon={<IconTrash size={16} />}
            onClick={() => void session?.results.remove(patch.id)}
          />
        </>
      }
    >
      <div ref={section} style={{ display: 'contents' }}>
        {isBlendable(patch) && patch.state === 'applied' && <Blend patch={patch} />}
        <Try patch={patch} />
      </div>
    </Section>
  );
}

function RunAgain({ patch }: { readonly patch: Patch }) {
  const session = useStudioSession();
  const isStarting = useStudio((state) => state.isStarting);
  const ahead = useCallsOfResult(patch.id);
  return (
    <BarButton
      label={runAgainLabel(ahead)}
      icon={<IconRefresh size={16} />}
      isDisabled={isStarting}
      onClick={() => void session?.results.runAgain(patch.id, 0)}
    />
  );
}

function Blend({ patch }: { readonly patch: Patch }) {
  const gate = useStudioSession()?.blending;
  const { id } = patch;
  const blend = useStudio(({ blending: { open } }) =>
    open?.patchId === id ? open.blend : undefined,
  );
  const { opacity, feather } = blend ?? patch.blend ?? UNBLENDED;
  const strokes = blend?.strokes.length ?? patch.blend?.strokes ?? 0;
  const isUnblended = opacity === 1 && feather === 0 && strokes === 0;
  const act = (action: (blending: OpenBlend) => void): void => gate?.use(id, action);
  const end = (): void => act((blending) => blending.endChange());
  return (
    <>
      <NumberField
        label="Opacity"
        unit="%"
        hint="How much of the result is seen over the photo."
        range={{ min: 0, max: 100 }}
        usual={100}
        value={Math.round(opacity * 100)}
        onChange={(value) => act((blending) => blending.change({ opacity: (value ?? 100) / 100 }))}
        onChangeEnd={end}
      />
      <NumberField
        label="Soft edge"
        unit="px"
        hint="Photo pixels over which the result fades out."
        range={{ min: 0, max: mostFeather(patch) }}
        usual={0}
        value={Math.round(feather)}
        onChange={(value) => act((blending) => blending.change({ feather: value ?? 0 }))}
        onChangeEnd={end}
      />
      <Row label="Paint" help="Brushes the result away, or back, where it covers too much.">
        {() => <PaintButtons patchId={id} />}
      </Row>
      {!isUnblended && <Button onClick={() => act((blending) => blending.reset())}>Reset</Button>}
    </>
  );
}

function PaintButtons({ patchId }: { readonly patchId: string }) {
  const session = useStudioSession();
  const isInHand = useCanvas((snapshot) => snapshot.tool === 'result-brush') ?? false;
  const isBringing = useCanvas((snapshot) => snapshot.isSubtracting) ?? false;
  function take(isSubtracting: boolean): void {
    if (isInHand && isBringing === isSubtracting) {
      session?.blending.layDownBrush();
      return;
    }
    session?.blending.use(patchId, (blending) => {
      blending.takeBrush();
      session.core.tools.setSubtracting(isSubtracting);
    });
  }
  return (
    <>
      <Button
        leftSection={<IconBrush size={16} />}
        aria-pressed={isInHand && isBringing}
        onClick={() => take(true)}
      >
        Bring back
      </Button>
      <Button
        leftSection={<IconEraser size={16} />}
        aria-pressed={isInHand && !isBringing}
        onClick={() => take(false)}
      >
        Hide
      </Button>
    </>
  );
}

function Try({ patch }: { readonly patch: Patch }) {
  const patches = useStudio((state) => state.patches);
  const variants = variantsOf(patches, patch);
  if (variants.length < 2) return null;
  const at = variants.findIndex(({ id }) => id === patch.id);
  return (
    <Row label="Try">
      {() => (
        <>
          <BarButton
            label="Previous variant"
            keys={RESULTS.previousVariant}
            icon={<IconChevronLeft size={16} />}
          />
          <Text size="xs" ta="center">
            {at + 1} of {variants.length}
          </Text>
          <BarButton
            label="Next variant"
            keys={RESULTS.nextVariant}
            icon={<IconChevronRight size={16} />}
          />
        </>
      )}
    </Row>
  );
}

/** A wider edge would leave nothing of the result. */
function mostFeather({ rect, blend }: Patch): number {
  const inside = Math.ceil(Math.min(rect.width, rect.height) / 2);
  return Math.min(MOST_FEATHER, Math.max(1, inside, blend?.feather ?? 0));
}
