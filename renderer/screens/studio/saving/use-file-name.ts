/** The name of a file in the save dialog: as the pattern gives it, until the user enters another one. */
import { useState } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { fileNameProblem, namePatternProblem } from '../../../../shared/export/name-pattern.ts';
import { savedStem, type NameChoice } from '../../../../shared/export/saved-name.ts';

export interface FileNaming {
  /** Without extension. */
  readonly name: string;
  readonly pattern: string;
  /** The pattern is edited in place of the name. */
  readonly isPattern: boolean;
  /** A sentence where the file cannot be named so. */
  readonly problem: string | undefined;
  /** For the save. */
  readonly choice: NameChoice;
  setName(name: string): void;
  setPattern(pattern: string): void;
  showPattern(): void;
}

/**
 * @param photo the photo that is saved; `undefined` for several, which have a pattern only
 * @param savedPattern the pattern of the settings
 */
export function useFileName(photo: Photo | undefined, savedPattern: string): FileNaming {
  const [pattern, setPattern] = useState(savedPattern);
  const [entered, setName] = useState<string>();
  const [isPatternShown, setPatternShown] = useState(false);
  const isPattern = photo === undefined || isPatternShown;
  const patternProblem = namePatternProblem(pattern);
  const name =
    entered ??
    (photo === undefined || patternProblem !== undefined
      ? ''
      : savedStem(photo, { namePattern: pattern }));
  return {
    name,
    pattern,
    isPattern,
    problem: isPattern ? patternProblem : fileNameProblem(name),
    choice: isPattern ? { namePattern: pattern } : { name },
    setName,
    setPattern,
    showPattern() {
      setName(undefined);
      setPatternShown(true);
    },
  };
}
