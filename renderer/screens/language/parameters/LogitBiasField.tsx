/** Biases of single tokens: a table of token ids with whole numbers from −100 to 100. */
import { ActionIcon, Input, NumberInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState, type FormEvent } from 'react';
import { SAMPLING_LIMITS } from '../../../../shared/api/sampling.ts';
import { pasteNumber } from '../../../base/ui/read-number.ts';
import classes from './Parameters.module.css';

export function LogitBiasField(props: {
  readonly bias: Readonly<Record<string, number>>;
  readonly onChange: (bias: Record<string, number>) => void;
}) {
  const { bias, onChange } = props;
  const [token, setToken] = useState('');
  const [amount, setAmount] = useState<number | string>('');
  const id = useId();
  const { min, max } = SAMPLING_LIMITS.logitBias;
  const isToken = /^\d{1,9}$/u.test(token.trim());
  const isWrong = token.trim() !== '' && !isToken;
  const isReady = isToken && typeof amount === 'number';

  function add(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    onChange({ ...bias, [String(Number(token))]: amount });
    setToken('');
    setAmount('');
  }

  return (
    <div className={classes['field']} role="group" aria-labelledby={`${id}-label`}>
      <Text size="sm" fw={500} id={`${id}-label`}>
        Logit bias{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          {min} to {max}
        </Text>
      </Text>
      {Object.entries(bias).map(([key, value]) => (
        <div key={key} className={classes['addRow']}>
          <Text size="xs" className={classes['grow'] ?? ''}>
            Token {key}
          </Text>
          <NumberInput
            size="xs"
            w={88}
            aria-label={`Bias of token ${key}`}
            clampBehavior="none"
            value={value}
            onPasteCapture={(event) =>
              pasteNumber(event, true, (next) => onChange({ ...bias, [key]: next }))
            }
            onChange={(next) => {
              if (typeof next === 'number') onChange({ ...bias, [key]: next });
            }}
          />
          <ActionIcon
            size={28}
            aria-label={`Remove token ${key}`}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(bias).filter(([each]) => each !== key)))
            }
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <form className={classes['addRow']} onSubmit={add}>
        <TextInput
          size="xs"
          className={classes['grow'] ?? ''}
          placeholder="Token id"
          aria-label="Token id"
          inputMode="numeric"
          autoComplete="off"
          error={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <NumberInput
          size="xs"
          w={88}
          placeholder="Bias"
          aria-label="Bias"
          clampBehavior="none"
          value={amount}
          onPasteCapture={(event) => pasteNumber(event, true, setAmount)}
          onChange={setAmount}
        />
        <ActionIcon
          size={28}
          variant="default"
          type="submit"
          aria-label="Add bias"
          disabled={!isReady}
        >
          <IconPlus size={16} />
        </ActionIcon>
      </form>
      {isWrong && (
        <Input.Error id={`${id}-wrong`} role="alert">
          A token id is a whole number. For words, look the id up in the model’s tokenizer.
        </Input.Error>
      )}
      <Input.Description>
        Makes single tokens more or less likely; −100 bans one, 100 forces it. Ids are those of the
        model’s own tokenizer.
      </Input.Description>
    </div>
  );
}
