/** All parameters of a request to a model, in sections that open. Unset ones look so and are not sent. */
import { Collapse, Divider, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useState, type ReactNode } from 'react';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { LogitBiasField } from './LogitBiasField.tsx';
import { UnsetNote } from '../../../base/ui/UnsetNote.tsx';
import { ParameterField, SendAnyway } from './ParameterField.tsx';
import type { NumberParameter } from './parameter-specs.ts';
import classes from './Parameters.module.css';
import type { ParameterProps } from './parameter-props.ts';
import { problemsOf, withParameters } from './parameters.ts';
import { ParameterPresets } from './ParameterPresets.tsx';
import { SeedField } from './SeedField.tsx';
import { StopField } from './StopField.tsx';
import { StreamFields } from './StreamFields.tsx';

const SAMPLING = ['temperature', 'topP', 'topK', 'minP'] as const;
const PENALTIES = ['frequencyPenalty', 'presencePenalty', 'repetitionPenalty'] as const;

/**
 * The panel's content; the place around it brings the heading and the scrolling. Many fields: it is not
 * drawn again while its parameters stay the same.
 */
export const ParametersPanel = memo(function ParametersPanel(props: ParameterProps) {
  const { use, parameters, onChange } = props;
  const problems = problemsOf(parameters, use);
  const number = (name: NumberParameter): ReactNode => (
    <ParameterField key={name} {...props} name={name} problem={problems.get(name)} />
  );
  const numbers = (names: readonly NumberParameter[]) => names.map(number);
  const answers: readonly NumberParameter[] = use === 'completion' ? ['n', 'bestOf'] : ['n'];
  return (
    <div className={classes['panel']}>
      <ParameterPresets {...props} />
      <UnsetNote />
      {number('maxTokens')}
      <StopField {...props} />
      {problems.has('stop') && <SendAnyway {...props} name="stop" problem={problems.get('stop')} />}
      <Section title="Word choice" names={SAMPLING} {...props}>
        {numbers(SAMPLING)}
      </Section>
      <Section title="Repetition" names={PENALTIES} {...props}>
        {numbers(PENALTIES)}
      </Section>
      <Section title="Answers and seed" names={['n', 'bestOf', 'seed']} {...props}>
        {numbers(answers)}
        <SeedField {...props} problem={problems.get('seed')} />
      </Section>
      <Section title="Probabilities and bias" names={['logprobs', 'logitBias']} {...props}>
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
          <SendAnyway {...props} name="logitBias" problem={problems.get('logitBias')} />
        )}
      </Section>
      <Section title="Request" names={['stream', 'usageInStream']} {...props}>
        <StreamFields {...props} />
      </Section>
    </div>
  );
});

/** A heading that opens its fields, and says how many of them are set. */
function Section(
  props: ParameterProps & {
    readonly title: string;
    readonly names: readonly (keyof LanguageParameters)[];
    readonly children: ReactNode;
  },
) {
  const { title, names, parameters, use, children } = props;
  const problems = problemsOf(parameters, use);
  const inUse = names.filter((name) => parameters[name] !== undefined).length;
  const hasProblem = names.some((name) => problems.has(name as NumberParameter));
  const [isShown, setShown] = useState(inUse > 0 && inUse <= 2);
  const Chevron = isShown ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes['section']}>
      <Divider />
      <UnstyledButton fz="sm" fw={600} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <Chevron size={14} style={{ verticalAlign: 'middle' }} /> {title}{' '}
        <Text span size="xs" c={hasProblem ? 'var(--mantine-color-error)' : 'dimmed'} fw={400}>
          {hasProblem ? 'outside the range' : inUse > 0 ? `${inUse} set` : ''}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isShown}>
        <div className={classes['fields']}>{children}</div>
      </Collapse>
    </section>
  );
}
