import { defineCommands } from '../../core/commands/define-commands.ts';

export const CALLS = defineCommands(
  'activity',
  { group: 'Activity' },
  {
    search: { title: 'Search calls', keys: ['/', 'Mod+F'], words: 'find, filter, requests' },
    next: { title: 'Next call', keys: ['ArrowDown'], isLocal: true },
    previous: { title: 'Previous call', keys: ['ArrowUp'], isLocal: true },
    first: { title: 'First call', keys: ['Home'], isLocal: true },
    last: { title: 'Last call', keys: ['End'], isLocal: true },
    failed: { title: 'Show failed calls', keys: ['F'], words: 'errors, filter' },
    all: { title: 'Show all calls', keys: ['A'], words: 'reset filter' },
    curl: {
      title: 'Copy call as cURL',
      keys: ['Mod+C'],
      words: 'clipboard, terminal, command line, request',
    },
    task: { title: 'Show task of the call', keys: ['T'], words: 'job' },
  },
);
