import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Select,
  Text,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  BUDGET_PERIODS,
  MAX_BUDGETS,
  type Budget,
  type BudgetState,
  type SpendForecast,
} from '../../../../shared/contract/spend-forecast.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { say } from '../../../core/ui/say.ts';
import {
  budgetAmount,
  draftOf,
  newDraft,
  percentNow,
  budgetProblem,
  type BudgetDraft,
} from './budget-drafts.ts';
import classes from '../Spend.module.css';
import { choicesOf } from '../../../core/ui/choices-of.ts';
import { Note, Status } from '../../../core/ui/variants.ts';

const PERIOD_NAMES = { day: 'A day', week: 'A week', month: 'A month' } as const;

const COUNTS = choicesOf({ used: 'Used', 'to-pay': 'To pay' });

/** Units of 1/10000 USD in a dollar. */
const UNITS = 10_000;

export function BudgetsDialog(props: {
  readonly spendForecast: SpendForecast;
  readonly onClose: () => void;
}) {
  const { spendForecast, onClose } = props;
  const client = useQueryClient();
  const savedFloor = useSetting('spikeFloor');
  const updateSettings = useUpdateSettings();
  const [drafts, setDrafts] = useState<readonly BudgetDraft[]>(
    spendForecast.budgets.map(({ budget }) => draftOf(budget)),
  );
  const [floor, setFloor] = useState<string | number>(savedFloor / UNITS);
  const problem = budgetProblem(drafts);
  const save = useMutation({
    mutationFn: (budgets: Budget[]) => backend.spendForecast.setBudgets({ budgets }),
    onSuccess(saved) {
      client.setQueryData(queries.spendForecast.read.queryKey(), saved);
      say('Budgets saved.');
      onClose();
    },
  });

  function saveAll(): void {
    const spikeFloor = Math.max(0, Math.round(Number(floor) * UNITS));
    if (Number.isFinite(spikeFloor) && floor !== '') updateSettings({ spikeFloor });
    save.mutate(
      drafts.flatMap(({ dollars, ...rest }) => {
        const amount = budgetAmount(dollars);
        return amount === undefined ? [] : [{ ...rest, amount }];
      }),
    );
  }

  const change = (id: string, changes: Partial<BudgetDraft>): void =>
    setDrafts((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  return (
    <Modal opened onClose={onClose} title="Budgets" size="lg">
      <Note>
        Gesso tells you at 50, 80 and 100 %, once per period. Charges appear up to an hour later,
        those of storage up to a day. Budgets don’t block calls. Turn on the question to be asked
        before a call exceeds one.
      </Note>
      {drafts.map((draft) => (
        <BudgetFields
          key={draft.id}
          draft={draft}
          categories={spendForecast.categories}
          states={spendForecast.budgets}
          onChange={(changes) => change(draft.id, changes)}
          onRemove={() => setDrafts((all) => all.filter(({ id }) => id !== draft.id))}
        />
      ))}
      <Button
        my="sm"
        disabled={drafts.length >= MAX_BUDGETS}
        onClick={() => setDrafts((all) => [...all, newDraft(crypto.randomUUID())])}
      >
        Add a budget
      </Button>
      <NumberInput
        label="A day is unusual only above"
        description="… and above three times a usual day and every day of the four weeks before."
        prefix="$"
        min={0}
        decimalScale={4}
        value={floor}
        onChange={setFloor}
      />
      {save.error !== null && <ErrorNotice error={readError(save.error)} />}
      <Group justify="flex-end" gap="xs" mt="md">
        {problem !== undefined && <Status c="orange">{problem}</Status>}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="filled"
          disabled={problem !== undefined}
          loading={save.isPending}
          onClick={saveAll}
        >
          Save
        </Button>
      </Group>
    </Modal>
  );
}

/** A budget keeps a category that the service no longer names. */
function scopesOf(categories: readonly string[], scope: string) {
  const names = categories.includes(scope) || scope === 'all' ? categories : [...categories, scope];
  return [
    { value: 'all', label: 'Everything' },
    ...names.map((value) => ({ value, label: categoryName(value) })),
  ];
}

function BudgetFields(props: {
  readonly draft: BudgetDraft;
  readonly categories: readonly string[];
  readonly states: readonly BudgetState[];
  readonly onChange: (changes: Partial<BudgetDraft>) => void;
  readonly onRemove: () => void;
}) {
  const { draft, states, onChange } = props;
  const id = useId();
  const percent = percentNow(draft, states);
  return (
    <div className={classes['budget']} role="group" aria-labelledby={id}>
      <Select
        id={id}
        aria-label="Category of the budget"
        data={scopesOf(props.categories, draft.scope)}
        value={draft.scope}
        onChange={(scope) => scope !== null && onChange({ scope })}
      />
      <Select
        aria-label="Period of the budget"
        data={BUDGET_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
        value={draft.period}
        onChange={(period) => period !== null && onChange({ period })}
      />
      <NumberInput
        aria-label="Amount of the budget"
        placeholder="Amount"
        prefix="$"
        min={0}
        decimalScale={4}
        thousandSeparator=","
        value={draft.dollars}
        onChange={(dollars) => onChange({ dollars })}
      />
      <Select
        aria-label="Counted sums"
        data={COUNTS}
        value={draft.counts}
        onChange={(counts) => counts !== null && onChange({ counts })}
      />
      <ActionIcon aria-label="Remove the budget" onClick={props.onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
      <Checkbox
        size="sm"
        label="Ask before a call that goes over it"
        checked={draft.asks}
        onChange={(event) => onChange({ asks: event.currentTarget.checked })}
      />
      {percent !== undefined && (
        <Text size="xs" c={percent >= 100 ? 'red' : 'dimmed'}>
          {percent} % is used. You are not notified again of levels that you have already reached.
        </Text>
      )}
    </div>
  );
}
