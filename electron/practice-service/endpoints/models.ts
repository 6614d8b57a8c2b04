import { models } from '../language/models.ts';
import { jsonAnswer, type Route } from '../router.ts';

export const modelRoutes: readonly Route[] = [
  { method: 'GET', path: '/v3/openai/models', handle: () => jsonAnswer({ data: models }) },
];
