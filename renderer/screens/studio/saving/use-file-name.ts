/** Follows the pattern until the user enters a name. */
import { useState } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { fileNameProblem, namePatternProblem } from '../../../../shared/export/name-pattern.ts';
import { savedStem, type NameChoice } from '../../../../shared/export/saved-name.ts';

export interface FileNaming {
  /** Without extension. */
  readonly name: string;
  readonly pattern: string;
  readonly isPattern: boolean;
  /** Why the name is invalid. */
  readonly problem: string | undefined;
  readonly choice: NameChoice;
  setName(name: string): void;
  setPattern(pattern: string): void;
  showPattern(): void;
}

/** @param photo `undefined` for several, which only have a pattern */
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
