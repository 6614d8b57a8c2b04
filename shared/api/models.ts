import { z } from 'zod';
import {
  lenientId,
  lenientList,
  lenientText,
  lenientWhole,
  lenientWithin,
  MOST,
  isRecord,
  lenientBoolean,
  lenientString,
} from './lenient.ts';

type Entry = Readonly<Record<string, unknown>>;

const KIND_FIELDS = ['type', 'model_type', 'modelType', 'kind', 'task', 'category', 'pipeline_tag'];
const ENDPOINT_FIELDS = [
  'endpoints',
  'endpoint',
  'supported_endpoints',
  'endpoint_types',
  'supported_endpoint_types',
  'supported_generation_methods',
];

const ANSWERS =
  /chat|llm|language|completion|conversation|instruct|text[-_ ]?gen|text[-_]to[-_]text/iu;
const OTHER =
  /embed|rerank|rank(?:er|ing)\b|image|diffusion|audio|speech|tts|stt|asr|voice|transcri|music|video|moderat|classif|ocr|\b3d\b/iu;
const TEXT_ENDPOINTS =
  /chat|completion|messages?\b|responses?\b|openai|anthropic|gemini|generatecontent/iu;

/** Returns whether the model cannot answer in text: embeddings, pictures, sound, moderation … */
function cannotAnswer(model: Entry): boolean {
  const kinds = wordsIn(model, KIND_FIELDS);
  if (kinds.some((word) => ANSWERS.test(word))) return false;
  if (kinds.some((word) => OTHER.test(word))) return true;
  const endpoints = wordsIn(model, ENDPOINT_FIELDS);
  if (endpoints.length > 0) return !endpoints.some((word) => TEXT_ENDPOINTS.test(word));
  const able = wordsIn(model, ['features', 'capabilities', 'supported_features']);
  if (able.some((word) => ANSWERS.test(word))) return false;
  const { capabilities } = model;
  if (isRecord(capabilities) && Object.entries(capabilities).some(isChatOff)) return true;
  if (able.length > 0 && able.every((word) => OTHER.test(word))) return true;
  const outputs = outputsOf(model);
  return outputs.length > 0 && !outputs.some((word) => /text/iu.test(word));
}

function isChatOff([name, value]: readonly [string, unknown]): boolean {
  return /chat/iu.test(name) && value === false;
}

/** Returns output modalities from a list, or the right side of "text+image->text". */
function outputsOf(model: Entry): readonly string[] {
  const places = [model, model['architecture']].filter(isRecord);
  const listed = places.flatMap((place) => wordsIn(place, ['output_modalities']));
  if (listed.length > 0) return listed;
  return places
    .flatMap((place) => wordsIn(place, ['modality']))
    .flatMap((word) => word.split('->').slice(1));
}

const GONE =
  /deprecat|retire|withdraw|offline|disabled|inactive|removed|sunset|unavailable|archiv|discontinu|\beol\b/iu;

/** Flags that mean "withdrawn" when true. */
const GONE_FLAGS = [
  'deprecated',
  'is_deprecated',
  'isDeprecated',
  'archived',
  'disabled',
  'retired',
];
/** Flags that mean "available" when true; some services use 1 and 0. */
const HERE_FLAGS = [
  'status',
  'active',
  'is_active',
  'enabled',
  'is_enabled',
  'available',
  'online',
];
const END_DATES = [
  'deprecation',
  'deprecated_at',
  'deprecation_date',
  'shutdown_date',
  'retirement_date',
  'retired_at',
  'sunset_date',
  'expires_at',
  'end_of_life',
];

/** Returns whether the model is withdrawn or announced to be. @param now Unix ms */
function isWithdrawn(model: Entry, now: number): boolean {
  const says = (name: string, wanted: boolean) => lenientBoolean.parse(model[name]) === wanted;
  return (
    wordsIn(model, ['status', 'state', 'lifecycle', 'lifecycle_status', 'stage']).some((word) =>
      GONE.test(word),
    ) ||
    GONE_FLAGS.some((name) => says(name, true)) ||
    HERE_FLAGS.some((name) => says(name, false)) ||
    END_DATES.some((name) => isPast(model[name], now)) ||
    /\((?:deprecated|retired|offline)\)/iu.test(lenientString.parse(model['title']) ?? '')
  );
}

/** Accepts a date as text, or Unix time in seconds or ms. */
function isPast(value: unknown, now: number): boolean {
  if (typeof value === 'number') return value > 0 && (value > 1e11 ? value : value * 1000) < now;
  return typeof value === 'string' && Date.parse(value) < now;
}

function arePricesRough(model: Entry): boolean {
  return Object.entries(model).some(([name, value]) => {
    if (!/tier/iu.test(name)) return false;
    return value === true || (Array.isArray(value) && value.length > 0);
  });
}

/** Accepts a text, a list of texts or of objects with a name, or an object of switches. */
function wordsIn(entry: Entry, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => wordsOf(entry[name]));
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => wordsOf(each));
  if (!isRecord(value)) return [];
  const named = [value['name'], value['id'], value['path']].find(
    (each) => typeof each === 'string',
  );
  if (typeof named === 'string') return [named];
  return Object.entries(value).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
}

export const MODELS_PATH = '/v3/openai/models';

const modelSchema = z.looseObject({
  id: lenientId.pipe(z.string()),
  title: lenientText(MOST.id),
  description: lenientText(MOST.sentence),
  created: lenientWhole(MOST.unixSeconds),
  context_size: lenientWhole(MOST.tokens),
  /** Negative prices mean "decided for each call": unknown. */
  input_token_price_per_m: lenientWithin(0, MOST.tokenPrice),
  output_token_price_per_m: lenientWithin(0, MOST.tokenPrice),
});

export const modelsAnswerSchema = z.looseObject({ data: lenientList(modelSchema) });

export interface Model {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Unix time in seconds. */
  readonly created: number | undefined;
  readonly contextTokens: number | undefined;
  /** 1/10000 USD per million tokens. */
  readonly inputPricePerMillion: number | undefined;
  readonly outputPricePerMillion: number | undefined;
  /** The price depends on more than the number of tokens. */
  readonly arePricesRough?: true | undefined;
  /** The service has withdrawn it or announced that it will. */
  readonly isWithdrawn?: true | undefined;
}

/** Returns models that answer in text, withdrawn ones last. @param now Unix ms */
export function modelsFromAnswer(
  answer: z.output<typeof modelsAnswerSchema>,
  now: number = Date.now(),
): readonly Model[] {
  const models = answer.data
    .filter((model) => !cannotAnswer(model))
    .map((model) => ({
      id: model.id,
      title: model.title ?? model.id,
      description: model.description ?? '',
      created: model.created,
      contextTokens: model.context_size === 0 ? undefined : model.context_size,
      inputPricePerMillion: model.input_token_price_per_m,
      outputPricePerMillion: model.output_token_price_per_m,
      ...(arePricesRough(model) ? { arePricesRough: true as const } : {}),
      ...(isWithdrawn(model, now) ? { isWithdrawn: true as const } : {}),
    }));
  const last = ({ isWithdrawn: isLast }: Model) => (isLast === true ? 1 : 0);
  return models.toSorted((a, b) => last(a) - last(b));
}
