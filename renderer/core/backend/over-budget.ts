/**
 * Asks before a paid call that exceeds a budget. The backend refuses such a call; here it waits for
 * the user's answer and is repeated, so that screens need not know about it.
 */
import type { ClientContext, ClientLink } from '@orpc/client';
import { create } from 'zustand';
import { z } from 'zod';
import { BUDGET_PERIODS } from '../../../shared/contract/spend-forecast.ts';
import { readError } from './read-error.ts';

const questionSchema = z.object({
  budget: z.string(),
  /** 1/10000 USD, like all sums here. */
  limit: z.number(),
  period: z.enum(BUDGET_PERIODS),
  /** Empty when part of the period was never read. */
  billed: z.string(),
  /** Cost of our calls that no bill shows yet. */
  unbilled: z.number(),
  'unbilled calls': z.number(),
  cost: z.number(),
  calls: z.number(),
  /** Calls whose price is unknown. */
  unpriced: z.number(),
});

export type OverBudget = z.infer<typeof questionSchema>;

/** `next` allows this call, `today` all calls until midnight UTC. */
export type OverBudgetAnswer = 'no' | 'next' | 'today';

interface QuestionState {
  readonly asked: OverBudget | undefined;
  readonly answer: (answer: OverBudgetAnswer) => void;
}

export const useOverBudget = create<QuestionState>(() => ({
  asked: undefined,
  answer: () => undefined,
}));

interface Waiting {
  readonly question: OverBudget;
  readonly resolve: (answer: OverBudgetAnswer) => void;
}

let waiting: readonly Waiting[] = [];

/** Questions are asked one after the other; `today` answers all about the same budget. */
function ask(question: OverBudget): Promise<OverBudgetAnswer> {
  return new Promise((resolve) => {
    waiting = [...waiting, { question, resolve }];
    if (waiting.length === 1) showFirst();
  });
}

function showFirst(): void {
  const [first] = waiting;
  useOverBudget.setState({
    asked: first?.question,
    answer(answer) {
      const isAnswered = (each: Waiting): boolean =>
        each === first || (answer === 'today' && each.question.budget === first?.question.budget);
      const answered = waiting.filter(isAnswered);
      waiting = waiting.filter((each) => !isAnswered(each));
      showFirst();
      for (const { resolve } of answered) resolve(answer);
    },
  });
}

/**
 * Wraps a link: a call that exceeds a budget waits for the answer. "No" rejects with the backend's
 * own error.
 */
export function askingOverBudget(link: ClientLink<ClientContext>): ClientLink<ClientContext> {
  return {
    async call(path, input, options) {
      for (;;) {
        try {
          return await link.call(path, input, options);
        } catch (thrown) {
          const error = readError(thrown);
          const question = questionSchema.safeParse(error.details);
          if (error.kind !== 'over-budget' || !question.success) throw thrown;
          const calls = await ask(question.data);
          if (calls === 'no' || options.signal?.aborted === true) throw thrown;
          const budgetId = question.data.budget;
          await link.call(['spendForecast', 'allow'], { budgetId, calls }, { context: {} });
        }
      }
    },
  };
}
