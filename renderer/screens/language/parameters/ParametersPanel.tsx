/** Unset parameters are not sent. */
import { Group, Pill, Text, TextInput, Checkbox, Input } from '@mantine/core';
import { memo, useState, type ReactNode } from 'react';
import { IconDice5, IconLock, IconLockOpen, IconPlus } from '@tabler/icons-react';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import {
  CHAT_PARAMETERS,
  MAX_STOP_SEQUENCES,
  COMPLETION_PARAMETERS,
  type CompletionParameter,
  type RangedField,
} from '../../../../shared/parameters/chat-parameters.ts';
import {
  differencesInWords,
  formFromRequest,
  type NumberParameter,
} from '../../../../shared/parameters/parameter-table.ts';
import { count } from '../../../core/ui/format.ts';
import { Fold, Row, Section } from '../../../core/ui/Form.tsx';
import { LogitBiasField } from './LogitBiasField.tsx';
import {
  drawSeed,
  isNeverSent,
  isStreaming,
  parameterProblems,
  withParameters,
  rangeInSigns,
  withAnyway,
  type ParameterProps,
} from './parameters.ts';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { ChoiceField } from '../../../core/ui/ChoiceField.tsx';
import { fromVisible, toVisible } from './visible-text.ts';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import { SmallButton, SmallNote } from '../../../core/ui/variants.ts';
import { choicesOf } from '../../../core/ui/choices-of.ts';

/** Sends a value outside the published range only on request. */
function ParameterField(
  props: ParameterProps & {
    readonly name: CompletionParameter;
    readonly problem: string | undefined;
  },
) {
  const { use, name, problem, parameters, onChange } = props;
  const row: NumberParameter = COMPLETION_PARAMETERS[name];
  return (
    <NumberField
      label={row.label}
      unit={row.unit}
      limits={rangeInSigns(row.range)}
      range={row.slider ?? row.range}
      step={row.step}
      hasSlider={row.hasSlider}
      usual={row.usual}
      canUnset
      takesAny
      hint={row.hint}
      value={parameters[name] ?? null}
      problem={problem}
      problemAction={isNeverSent(name, parameters, use) ? undefined : <AnywayBox {...props} />}
      onChange={(value) => onChange(withParameters(parameters, { [name]: value ?? undefined }))}
    />
  );
}

function SendAnyway(
  props: ParameterProps & { readonly name: RangedField; readonly problem: string | undefined },
) {
  return (
    <div>
      <Input.Error role="alert">{props.problem}</Input.Error>
      <AnywayBox {...props} />
    </div>
  );
}

function AnywayBox(props: ParameterProps & { readonly name: RangedField }) {
  const { name, parameters, onChange } = props;
  return (
    <Checkbox
      mt="2xs"
      label="Send anyway"
      description="The service may refuse the request."
      checked={parameters.anyway?.includes(name) ?? false}
      onChange={(event) => onChange(withAnyway(parameters, name, event.currentTarget.checked))}
    />
  );
}

function StopField({ parameters, onChange }: ParameterProps) {
  const [entered, setEntered] = useState('');
  const stop = parameters.stop ?? [];
  const isFull = stop.length >= MAX_STOP_SEQUENCES;
  const text = fromVisible(entered);

  const set = (next: readonly string[]) =>
    onChange(withParameters(parameters, { stop: next.length === 0 ? undefined : [...next] }));

  function add(added: string): void {
    if (added === '' || isFull || stop.includes(added)) return;
    set([...stop, added]);
    setEntered('');
  }

  return (
    <>
      <Row
        label="Stop at"
        help={String.raw`The answer ends at any of these texts, which the service returns as part of it. Up to ${MAX_STOP_SEQUENCES}; \n is a new line.`}
      >
        {({ id, helpId }) => (
          <TextInput
            id={id}
            placeholder={isFull ? 'No more' : stop.length === 0 ? 'Nothing' : 'Another text'}
            disabled={isFull}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={helpId}
            value={entered}
            rightSectionWidth="auto"
            rightSection={
              entered !== '' ? (
                <IconButton
                  label="Add stop sequence"
                  icon={<IconPlus size={16} />}
                  size="sm"
                  disabled={text === '' || isFull || stop.includes(text)}
                  onClick={() => add(text)}
                />
              ) : (
                !isFull &&
                !stop.includes('\n') && (
                  <SmallButton
                    variant="subtle"
                    aria-label="Add a new line as a stop sequence"
                    onClick={() => add('\n')}
                  >
                    \n
                  </SmallButton>
                )
              )
            }
            onChange={(event) => setEntered(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add(text);
            }}
          />
        )}
      </Row>
      {stop.length > 0 && (
        <Pill.Group aria-label="Stop sequences" role="list">
          {stop.map((each) => (
            <Pill
              key={each}
              role="listitem"
              withRemoveButton
              removeButtonProps={{
                'aria-label': `Remove ${toVisible(each)}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => set(stop.filter((other) => other !== each))}
            >
              <code>{toVisible(each)}</code>
            </Pill>
          ))}
        </Pill.Group>
      )}
    </>
  );
}

const SAMPLING = ['topP', 'topK', 'minP'] as const;
const PENALTIES = ['frequencyPenalty', 'presencePenalty', 'repetitionPenalty'] as const;

/**
 * Memoized, because it has many fields.
 * @param props.first above the usual ones, in the same section
 * @param props.probabilities above the fields of probabilities
 * @param props.sending further fields about sending
 */
export const ParametersPanel = memo(function ParametersPanel(
  props: ParameterProps & {
    readonly first?: ReactNode;
    readonly probabilities?: ReactNode;
    readonly sending?: ReactNode;
  },
) {
  const { use, parameters, first, probabilities, sending, onChange } = props;
  const field = { use, parameters, onChange };
  const problems = parameterProblems(parameters, use);
  const number = (name: CompletionParameter): ReactNode => (
    <ParameterField key={name} {...field} name={name} problem={problems.get(name)} />
  );
  const numbers = (names: readonly CompletionParameter[]) => names.map(number);
  const answers: readonly CompletionParameter[] = use === 'completion' ? ['n', 'bestOf'] : ['n'];
  /** @param words of the values that are set */
  const summary = (names: readonly RangedField[], words: string): ReactNode =>
    names.some((name) => problems.has(name)) ? (
      <Text span inherit c="var(--gesso-negative)">
        outside the range
      </Text>
    ) : (
      words
    );
  return (
    <>
      <Section>
        {first}
        {number('maxTokens')}
        {number('temperature')}
        <StopField {...field} />
        {problems.has('stop') && (
          <SendAnyway {...field} name="stop" problem={problems.get('stop')} />
        )}
      </Section>
      <Fold title="Word choice" summary={summary(SAMPLING, valuesOf(parameters, SAMPLING))}>
        {numbers(SAMPLING)}
      </Fold>
      <Fold title="Repetition" summary={summary(PENALTIES, valuesOf(parameters, PENALTIES))}>
        {numbers(PENALTIES)}
      </Fold>
      <Fold
        title="Answers and seed"
        summary={summary(['n', 'bestOf', 'seed'], answersOf(parameters))}
      >
        {numbers(answers)}
        <SeedField {...field} problem={problems.get('seed')} />
      </Fold>
      <Fold
        title="Probabilities and bias"
        summary={summary(['logprobs', 'logitBias'], probabilitiesOf(parameters))}
      >
        {probabilities}
        {number('logprobs')}
        <LogitBiasField
          bias={parameters.logitBias ?? {}}
          onChange={(logitBias) =>
            onChange(
              withParameters(parameters, {
                logitBias: Object.keys(logitBias).length === 0 ? undefined : logitBias,
              }),
            )
          }
        />
        {problems.has('logitBias') && (
          <SendAnyway {...field} name="logitBias" problem={problems.get('logitBias')} />
        )}
      </Fold>
      <Fold title="Sending" summary={isStreaming(parameters, use) ? 'Streamed' : 'All at once'}>
        <StreamFields {...field} />
        {sending}
      </Fold>
    </>
  );
});

function valuesOf(
  parameters: LanguageParameters,
  names: readonly (keyof typeof CHAT_PARAMETERS)[],
): string {
  const form = formFromRequest(CHAT_PARAMETERS, parameters);
  return differencesInWords(CHAT_PARAMETERS, names, form) || 'Auto';
}

function answersOf({ n = 1, bestOf, seed }: LanguageParameters): string {
  return [
    count(n, 'answer'),
    ...(bestOf === undefined ? [] : [`best of ${bestOf}`]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ].join(', ');
}

function probabilitiesOf({ logprobs, logitBias = {} }: LanguageParameters): string {
  const biased = Object.keys(logitBias).length;
  const parts = [
    ...(logprobs === undefined ? [] : [count(logprobs, 'alternative')]),
    ...(biased === 0 ? [] : [count(biased, 'bias', 'biases')]),
  ];
  return parts.length === 0 ? 'Off' : parts.join(', ');
}

const CHOICES = choicesOf({ unset: 'Default', on: 'On', off: 'Off' });

const CHOSEN = { unset: undefined, on: true, off: false } as const;

function StreamFields({ use, parameters, onChange }: ParameterProps) {
  const { stream, usageInStream, bestOf } = parameters;
  const isBest = use === 'completion' && bestOf !== undefined;
  return (
    <>
      <ChoiceField
        label="Streaming"
        {...(isBest ? { note: 'Off while “Best of” is set' } : {})}
        hint="Shows the answer while the model writes it. Off: it arrives all at once, and Stop discards it. Default: on."
        value={choiceOf(stream)}
        choices={CHOICES}
        onChange={(choice) => onChange(withParameters(parameters, { stream: CHOSEN[choice] }))}
      />
      {isStreaming(parameters, use) && (
        <ChoiceField
          label="Usage in the stream"
          hint="Asks for the exact number of tokens at the end. Turn it off for services that refuse; tokens and cost are then estimates. Default: on."
          value={choiceOf(usageInStream)}
          choices={CHOICES}
          onChange={(choice) =>
            onChange(withParameters(parameters, { usageInStream: CHOSEN[choice] }))
          }
        />
      )}
    </>
  );
}

function choiceOf(value: boolean | undefined): keyof typeof CHOSEN {
  return value === undefined ? 'unset' : value ? 'on' : 'off';
}

function SeedField(props: ParameterProps & { readonly problem: string | undefined }) {
  const { parameters, onChange } = props;
  const { seed } = parameters;
  const isSeedLocked = useSetting('isLanguageSeedLocked');
  const update = useUpdateSettings();
  const Lock = isSeedLocked ? IconLock : IconLockOpen;
  return (
    <>
      <ParameterField {...props} name="seed" />
      <Group gap="2xs" justify="flex-end">
        {seed !== undefined && (
          <SmallNote>
            {isSeedLocked ? 'The same for all answers' : 'A new one after each answer'}
          </SmallNote>
        )}
        <IconButton
          label="New random seed"
          icon={<IconDice5 size={16} />}
          onClick={() => onChange(withParameters(parameters, { seed: drawSeed() }))}
        />
        <IconButton
          label="Keep this seed"
          tip={isSeedLocked ? 'Use a new seed after each answer' : 'Keep this seed'}
          icon={<Lock size={16} />}
          aria-pressed={isSeedLocked}
          disabled={seed === undefined}
          onClick={() => update({ isLanguageSeedLocked: !isSeedLocked })}
        />
      </Group>
    </>
  );
}
