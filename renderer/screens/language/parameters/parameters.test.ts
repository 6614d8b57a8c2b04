import { describe, expect, it } from 'vitest';
import {
  COMPLETION_PARAMETERS,
  type CompletionParameter,
} from '../../../../shared/parameters/chat-parameters.ts';
import type { NumberParameter } from '../../../../shared/parameters/parameter-table.ts';
import {
  afterSending,
  isStreaming,
  parameterObstacle,
  parameterProblems,
  problemOf,
  rangeInSigns,
  requestFields,
  withAnyway,
  withParameters,
} from './parameters.ts';

it('parameter ranges are the published ones, with exclusive ends', () => {
  expect(rangeInSigns(COMPLETION_PARAMETERS.temperature.range)).toBe('> 0 and < 2');
  expect(rangeInSigns(COMPLETION_PARAMETERS.n.range)).toBe('1 to 127');
  expect(rangeInSigns(COMPLETION_PARAMETERS.topK.range)).toBe('2 to 127');
  expect(rangeInSigns(COMPLETION_PARAMETERS.minP.range)).toBe('0 to 1');
  expect(rangeInSigns(COMPLETION_PARAMETERS.maxTokens.range)).toBe('1 or more');
});

it('parameter ranges include all stops of a slider', () => {
  for (const name of Object.keys(COMPLETION_PARAMETERS) as CompletionParameter[]) {
    const row: NumberParameter = COMPLETION_PARAMETERS[name];
    const { range, slider = range, hasSlider = true, usual } = row;
    for (const value of hasSlider ? [slider.min, slider.max] : []) {
      expect(problemOf(name, value)).toBeUndefined();
    }
    if (usual !== undefined) expect(problemOf(name, usual)).toBeUndefined();
  }
});

describe('parameters of a request', () => {
  it('outside their range are sent only after “Send anyway”, and a new value asks again', () => {
    const bad = { n: 200 };
    expect(parameterObstacle(bad, 'completion')).toContain('not 200');
    const allowed = withAnyway(bad, 'n', true);
    expect(parameterObstacle(allowed, 'completion')).toBeUndefined();
    expect(requestFields(allowed)).toEqual({ n: 200, anyway: ['n'] });
    expect(parameterObstacle(withParameters(allowed, { n: 300 }), 'completion')).toContain(
      'not 300',
    );
    expect(withAnyway(allowed, 'n', false)).toEqual(bad);
  });

  it.each([
    ['chat', 128, '128 answers, not 129.'],
    ['completion', 1000, '1,000 answers, not 1,001.'],
  ] as const)(
    'request no more answers of a %s than are read, not even “anyway”',
    (use, most, words) => {
      const sent = (n: number) => parameterObstacle(withAnyway({ n }, 'n', true), use);
      expect(sent(most)).toBeUndefined();
      expect(sent(most + 1)).toContain(words);
    },
  );

  it('require a best-of greater than the number of answers', () => {
    expect(parameterProblems({ n: 4, bestOf: 4 }, 'completion').get('bestOf')).toContain('(4)');
    expect(parameterProblems({ n: 4, bestOf: 5 }, 'completion').size).toBe(0);
    expect(parameterProblems({ n: 4, bestOf: 4 }, 'chat').size).toBe(0);
    expect(isStreaming({ bestOf: 5 }, 'completion')).toBe(false);
    expect(isStreaming({ bestOf: 5 }, 'chat')).toBe(true);
  });

  it('get a new seed after a request, unless it is locked', () => {
    expect(afterSending({ seed: 5 }, true)).toEqual({ seed: 5 });
    expect(afterSending({}, false)).toEqual({});
    expect(Number.isSafeInteger(afterSending({ seed: 5 }, false).seed)).toBe(true);
  });

  it('omit fields without effect from the request', () => {
    expect(requestFields({ seed: 5, stop: [] })).toEqual({ seed: 5 });
  });
});
