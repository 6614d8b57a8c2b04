/**
 * The steps from an empty database to today's, in order; `user_version` counts how many are done.
 * A step that was ever released is never changed: a new one is added.
 */
import { BATCHES_STEP } from './batches-step.ts';
import { ACTIVITY_STEP } from './activity-step.ts';
import { BILL_ACCOUNTS_STEP } from './bill-accounts-step.ts';
import { BILL_UNITS_STEP } from './bill-units-step.ts';
import { DAMAGE_STEP } from './damage-step.ts';
import { DECIMAL_UNITS_STEP } from './decimal-units-step.ts';
import { FACES_STEP } from './faces-step.ts';
import { FOLLOWS_STEP } from './follows-step.ts';
import { FIRST_STEPS } from './first-steps.ts';
import { GROUPS_STEP } from './groups-step.ts';
import { LANGUAGE_STEP } from './language-step.ts';
import { LATER_STEPS } from './later-steps.ts';
import { PATCH_MIX_STEP } from './patch-mix-step.ts';
import { UPSCALE_STEP } from './upscale-step.ts';
import { THOUGHTS_STEP } from './thoughts-step.ts';
import { TRAINING_STEP } from './training-step.ts';
import { MARGIN_STEP } from './margin-step.ts';
import { FOLLOWED_FILES_STEP } from './followed-files-step.ts';
import { OPENED_STEPS_STEP } from './opened-steps-step.ts';
import { ORIGINS_STEP } from './origins-step.ts';
import { OUTLOOK_STEP } from './outlook-step.ts';
import { RECIPES_STEP } from './recipes-step.ts';
import { SCREEN_STATE_STEP } from './screen-state-step.ts';
import { TROUBLE_STEP } from './trouble-step.ts';
import { VARIANTS_STEP } from './variants-step.ts';

export const MIGRATIONS: readonly string[] = [
  ...FIRST_STEPS,
  ...LATER_STEPS,
  GROUPS_STEP,
  BILL_UNITS_STEP,
  FACES_STEP,
  UPSCALE_STEP,
  TRAINING_STEP,
  OUTLOOK_STEP,
  LANGUAGE_STEP,
  PATCH_MIX_STEP,
  VARIANTS_STEP,
  DAMAGE_STEP,
  BILL_ACCOUNTS_STEP,
  THOUGHTS_STEP,
  MARGIN_STEP,
  TROUBLE_STEP,
  SCREEN_STATE_STEP,
  RECIPES_STEP,
  BATCHES_STEP,
  FOLLOWS_STEP,
  ACTIVITY_STEP,
  ORIGINS_STEP,
  OPENED_STEPS_STEP,
  FOLLOWED_FILES_STEP,
  DECIMAL_UNITS_STEP,
];
