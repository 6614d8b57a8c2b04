import { activityContract } from './activity.ts';
import { appContract } from './app.ts';
import { attributionContract } from './attribution.ts';
import { connectionsContract } from './connections.ts';
import { changesContract } from './changes.ts';
import { conversationsContract } from './conversations.ts';
import { desktopContract } from './desktop.ts';
import { documentsContract } from './documents.ts';
import { languageContract } from './language.ts';
import { clipsContract } from './clips.ts';
import { cleanupContract, removeTextContract } from './cleanup.ts';
import { facesContract } from './faces.ts';
import { jobsContract } from './jobs.ts';
import { exportContract } from './export.ts';
import { libraryContract } from './library.ts';
import { storageContract } from './storage.ts';
import { linksContract } from './links.ts';
import { blendContract } from './blend.ts';
import { modelsContract } from './models.ts';
import { spendForecastContract } from './spend-forecast.ts';
import { patchBlendContract } from './patch-blend.ts';
import { photosContract } from './photos.ts';
import { pricesContract } from './prices.ts';
import { promptTablesContract } from './prompt-tables.ts';
import { recipeFollowsContract } from './recipe-follows.ts';
import { recipesContract } from './recipes.ts';
import { selectionContract } from './selection.ts';
import { selfCheckContract } from './self-check.ts';
import { spendContract } from './spend.ts';
import { screenStateContract } from './screen-state.ts';
import { settingsContract } from './settings.ts';
import { upscaleContract } from './upscale.ts';
import { trainingContract } from './training.ts';
import { videoContract } from './video.ts';

export const contract = {
  activity: activityContract,
  app: appContract,
  attribution: attributionContract,
  cleanup: cleanupContract,
  changes: changesContract,
  clips: clipsContract,
  connections: connectionsContract,
  conversations: conversationsContract,
  desktop: desktopContract,
  documents: documentsContract,
  export: exportContract,
  faces: facesContract,
  jobs: jobsContract,
  language: languageContract,
  library: libraryContract,
  storage: storageContract,
  links: linksContract,
  blend: blendContract,
  models: modelsContract,
  spendForecast: spendForecastContract,
  patchBlend: patchBlendContract,
  photos: photosContract,
  prices: pricesContract,
  promptTables: promptTablesContract,
  recipes: recipesContract,
  recipeFollows: recipeFollowsContract,
  removeText: removeTextContract,
  selection: selectionContract,
  selfCheck: selfCheckContract,
  screenState: screenStateContract,
  settings: settingsContract,
  spend: spendContract,
  upscale: upscaleContract,
  training: trainingContract,
  video: videoContract,
};

export type Contract = typeof contract;
