export const USAGE_LINE =
  'Usage: --recipe=NAME FILES… --to FOLDER [--limit AMOUNT] [--yes] [--data-dir DIR]';

const WINDOW_OPTIONS = `  --data-dir DIR            keep the library in this folder
  --self-check              try every part of Gesso in a window of its own, print a line a part, and end
  --report FILE             with --self-check: write the lines to this file, too
  --help                    this text
`;

const RECIPE_USAGE = `Running a recipe without a window:
  --recipe=NAME FILES…      run this recipe on files and folders (with their subfolders)
  --to FOLDER               where the finished files go
  --limit AMOUNT            refuse to start above this cost in dollars, such as 5.00
  --yes                     start without a question; needs --limit
The plan is shown and asked about first. One line a file; ends with 0, with 1 when a file failed or
nothing was run, with 2 when the order is wrong, and with 130 after Ctrl+C.
`;

/** For `--help` of the program. */
export const PROGRAM_USAGE = `Usage: gesso [options] [PICTURE …]
${WINDOW_OPTIONS}
${RECIPE_USAGE}`;

/** For `--help` of `npm start`. */
export const START_USAGE = `Usage: npm start -- [options] [PICTURE …]
  --host electron|browser   the window to use; without it Electron where available
  --port N                  browser host: listen on this port (default: any free one)
  --no-open                 browser host: print the address, open no window
  --answer-timeout SECONDS  browser host: how long the service may take to answer (default: 120)
${WINDOW_OPTIONS}
${RECIPE_USAGE}`;
