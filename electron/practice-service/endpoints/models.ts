/** The list of models ("GET /v3/openai/models"). */
import { jsonAnswer } from '../answer.ts';
import { MODELS } from '../language/models.ts';
import type { Route } from '../router.ts';

export const MODEL_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v3/openai/models', handle: () => jsonAnswer({ data: MODELS }) },
];
