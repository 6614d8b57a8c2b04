import { defineCommands } from '../../core/commands/define-commands.ts';

export const RECIPES = defineCommands(
  'recipes',
  { group: 'Recipes' },
  {
    add: { title: 'Add pictures…', keys: ['Mod+O'], words: 'open, import, files, series' },
    'add-folder': { title: 'Add folder…', keys: ['Shift+Mod+O'], words: 'import, series, droplet' },
    run: {
      title: 'Run the recipe',
      keys: ['Mod+Enter'],
      words: 'start, batch, send, process, automate',
    },
    new: { title: 'New recipe', words: 'recipe, action, workflow, create' },
    save: { title: 'Save recipe', keys: ['Mod+S'], words: 'keep, recipe' },
    next: { title: 'Next run', words: 'draft' },
    look: { title: 'See the picture before and after', keys: ['Enter'], words: 'compare, large' },
    accept: { title: 'Accept the selected pictures', keys: ['A'], words: 'judge, approve' },
    reject: { title: 'Reject the selected pictures', keys: ['R'], words: 'judge, refuse' },
    unjudge: { title: 'Judge again', keys: ['U'], words: 'undo' },
    all: { title: 'Select all pictures', keys: ['Mod+A'], isLocal: true },
    drop: { title: 'Remove the selected pictures', keys: ['Delete'], words: 'remove, delete' },
    deselect: { title: 'Deselect', keys: ['Escape'], isLocal: true },
  },
);
