/** The text about recipes on the command line. */

export const USAGE_LINE =
  'Usage: --recipe NAME FILES… --to FOLDER [--limit AMOUNT] [--yes] [--data-dir DIR]';

/** For `--help` of both hosts. */
export const RECIPE_USAGE = `Running a recipe without a window:
  --recipe NAME FILES…      run this recipe on files and folders (with their subfolders)
  --to FOLDER               where the finished files go
  --limit AMOUNT            refuse to start above this cost in dollars, such as 5.00
  --yes                     start without a question; needs --limit
The plan is shown and asked about first. One line a file; ends with 0, with 1 when a file failed or
nothing was run, with 2 when the order is wrong, and with 130 after Ctrl+C.
`;
